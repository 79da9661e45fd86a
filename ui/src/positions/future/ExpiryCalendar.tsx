import { useTranslation } from "react-i18next";
import type { FutureHolding } from "@/api/futureRows";
import type { Position } from "@/api/positions";
import { counted } from "@/products/words";
import { Card, classes, Own, SectionTitle } from "@/ui";
import { Link } from "@/ui/Link";
import { daysUntil, formatInZone, formatShortDate, todayOf } from "@/ui/time";
import { holdingAddress } from "../holdingAddress";

/** A position in a future with its end. */
interface Ending {
  position: Position;
  future: FutureHolding;
}

/** The first day on which something happens to a position: from then on it can only be closed, or it ends. */
const firstDay = ({ future }: Ending) => future.lastOpenDay ?? future.lastTradeDay;

/** The days left at which an end is pointed out. */
const SOON_DAYS = 5;

/** A day as a leaf of a calendar: its month, its number, and how far it is. */
function Leaf({ day, market }: { day: string; market: string }) {
  const { t, i18n } = useTranslation("positions");
  const left = Math.max(0, daysUntil(day, todayOf(market)));
  const part = (parts: Intl.DateTimeFormatOptions) =>
    formatInZone(Date.parse(day), i18n.language, "UTC", parts);
  return (
    <span className="num w-14 shrink-0 text-center">
      <span className="block text-caption text-ink-2">{part({ month: "short" })}</span>
      <span className="block text-title leading-tight font-semibold">{Number(day.slice(8))}</span>
      <span
        className={classes(
          "block text-caption",
          left <= SOON_DAYS ? "font-semibold text-caution" : "text-ink-2",
        )}
      >
        {t("expiries.daysLeft", { count: left })}
      </span>
    </span>
  );
}

function EndRow({ position, future }: Ending) {
  const { t, i18n } = useTranslation("positions");
  const { t: orders } = useTranslation("orders");
  const day = (date: string) => formatShortDate(date, i18n.language);
  const { lastOpenDay, lastTradeDay } = future;
  const isPhysical = !future.isCashSettled;
  const ways = [
    lastOpenDay && lastOpenDay !== lastTradeDay
      ? t("future.closeOnly", { day: day(lastOpenDay) })
      : null,
    t("expiries.lastTradeDay", { day: day(lastTradeDay) }),
  ].filter(Boolean);
  return (
    <li className="border-b border-line last:border-0">
      <Link to={holdingAddress(position)} data-row className="flex items-center gap-3 py-2.5">
        <Leaf day={firstDay({ position, future })} market={position.market} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-3">
            <span className="num truncate text-note font-semibold">{position.symbol}</span>
            <span className="num shrink-0 text-small">
              {t(`side.${position.side}`)} <Own>{counted(orders, position, position.quantity)}</Own>
            </span>
          </span>
          <span className="block truncate text-caption text-ink-2">{position.name}</span>
          <span className="num block text-caption text-ink-2">
            {ways.map((way) => (
              <span key={way} className="mr-2 inline-block">
                {way}
              </span>
            ))}
          </span>
          <span className="num block text-caption text-ink-2">
            {t(isPhysical ? "future.physical" : "future.cash")}
            {isPhysical && lastOpenDay
              ? ` · ${t("future.closedAt", { day: day(lastOpenDay) })}`
              : null}
          </span>
        </span>
      </Link>
    </li>
  );
}

/** When the customer's positions in futures end, in order of the days. */
export default function ExpiryCalendar({ positions }: { positions: readonly Position[] }) {
  const { t } = useTranslation("positions");
  const ending = positions
    .flatMap((position): Ending[] =>
      position.future ? [{ position, future: position.future }] : [],
    )
    .sort((one, other) => (firstDay(one) < firstDay(other) ? -1 : 1));
  if (ending.length === 0) return null;
  return (
    <section>
      <SectionTitle>{t("expiries.title")}</SectionTitle>
      <Card className="py-0">
        <ul>
          {ending.map((end) => (
            <EndRow key={end.position.id} {...end} />
          ))}
        </ul>
      </Card>
    </section>
  );
}
