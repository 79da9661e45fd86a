import { ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { hasCalendar } from "@/api/tradingDays";
import { lookOf } from "@/products/lookOf";
import { to } from "@/screens";
import {
  BigPrice,
  directionOf,
  directionText,
  type Figure,
  formatPercent,
  formatSigned,
} from "@/ui";
import { Link } from "@/ui/Link";
import { formatDayIn } from "@/ui/time";
import { StatusBadge } from "../StatusBadge";
import { isReplay } from "../useCountdown";
import { useNow } from "../useNow";

function useFeedText(feed: Figure): string {
  const { t } = useTranslation("market");
  if (!feed) return t("quote.feed.none");
  if (feed.startsWith("sim")) return t("quote.feed.sim");
  if (isReplay(feed)) return t("quote.feed.replay");
  return t("quote.feed.live");
}

/** The age of the tick on the screen, in tenths of a second at first; for a replay, its day. */
function useAge({ quote, timeZone }: InstrumentDetail, now: number): string | null {
  const { t, i18n } = useTranslation("market");
  const { at, feed } = quote;
  if (at === null) return null;
  if (isReplay(feed)) return formatDayIn(at, i18n.language, timeZone);
  const seconds = Math.max(0, now - at) / 1000;
  return t("quote.age", { seconds: seconds < 10 ? seconds.toFixed(1) : Math.round(seconds) });
}

/** The session and the age of the price: the only parts redrawn by the clock. */
function QuoteStatus({ instrument }: { instrument: InstrumentDetail }) {
  const { quote, market } = instrument;
  const { t } = useTranslation("market");
  const now = useNow(500);
  const age = useAge(instrument, now);
  const feedText = useFeedText(quote.feed);
  const badge = <StatusBadge instrument={instrument} now={now} stale={quote.stale} />;
  return (
    <div className="num ml-auto text-right text-caption text-ink-2">
      {hasCalendar(market) ? (
        <Link to={to("tradingDays", { market })} className="-my-3.5 inline-flex py-3.5">
          {badge}
          <ChevronRight size={14} className="my-px shrink-0 text-ink-3" aria-hidden />
          <span className="sr-only">{t("days.title")}</span>
        </Link>
      ) : (
        badge
      )}
      <div className="whitespace-nowrap">
        {feedText}
        {age ? ` · ${age}` : null}
      </div>
    </div>
  );
}

/** Price and change, and beside them the session and the age of the price. */
export function QuoteHead({ instrument }: { instrument: InstrumentDetail }) {
  const { quote } = instrument;
  const look = lookOf(instrument, quote.last);
  return (
    <div className="mb-1.5 flex flex-wrap items-end justify-between gap-x-3">
      <div>
        <BigPrice value={quote.last} {...look} />
        <div className={`num text-note font-semibold ${directionText[directionOf(quote.change)]}`}>
          {formatSigned(quote.change, look.decimals)}&ensp;
          {formatPercent(quote.changePercent, quote.change)}
        </div>
      </div>
      <QuoteStatus instrument={instrument} />
    </div>
  );
}
