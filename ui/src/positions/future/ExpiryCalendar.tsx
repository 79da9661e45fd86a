import { useTranslation } from "react-i18next";
import type { FutureHolding } from "@/api/futureRows";
import type { Position } from "@/api/positions";
import { contractEnd } from "@/products/contractEnd";
import { counted } from "@/products/words";
import { Card, classes, Own, SectionTitle } from "@/ui";
import { Link } from "@/ui/Link";
import { formatInZone, formatShortDate } from "@/ui/time";
import { holdingAddress } from "../holdingAddress";

/** A position in a future with its end. */
interface Ending {
  position: Position;
  future: FutureHolding;
}

const endOf = ({ position, future }: Ending) => contractEnd(position, future);

/** The day of an end as a leaf of a calendar: its month, its number, and how far it is. */
function Leaf({ day, daysLeft, isSoon }: ReturnType<typeof contractEnd>) {
  const { t, i18n } = useTranslation("positions");
  const part = (parts: Intl.DateTimeFormatOptions) =>
    formatInZone(Date.parse(day), i18n.language, "UTC", parts);
  return (
    <span className="num w-16 shrink-0 text-center whitespace-nowrap">
      <span className="block text-caption text-ink-2">{part({ month: "short" })}</span>
      <span className="block text-title leading-tight font-semibold">{Number(day.slice(8))}</span>
      <span
        className={classes(
          "block text-caption",
          isSoon ? "font-semibold text-caution" : "text-ink-2",
        )}
      >
        {t("expiries.daysLeft", { count: daysLeft })}
      </span>
    </span>
  );
}

function EndRow({ position, future }: Ending) {
  const { t, i18n } = useTranslation("positions");
  const { t: orders } = useTranslation("orders");
  const day = (date: string) => formatShortDate(date, i18n.language);
  const end = endOf({ position, future });
  const { isClosedEarly, closeOnlyFrom } = end;
  const ways = [
    isClosedEarly ? t("future.closedAt", { day: day(end.day) }) : null,
    closeOnlyFrom ? t("future.closeOnly", { day: day(closeOnlyFrom) }) : null,
    t("expiries.lastTradeDay", { day: day(future.lastTradeDay) }),
  ].filter(Boolean);
  return (
    <li className="border-b border-line last:border-0">
      <Link to={holdingAddress(position)} data-row className="flex items-center gap-3 py-2.5">
        <Leaf {...end} />
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
            {t(future.isCashSettled ? "future.cash" : "future.physical")}
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
    .sort((one, other) => (endOf(one).day < endOf(other).day ? -1 : 1));
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
