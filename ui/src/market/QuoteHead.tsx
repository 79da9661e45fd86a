import { ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { hasCalendar } from "@/api/tradingDays";
import { to } from "@/screens";
import {
  BigPrice,
  directionOf,
  directionText,
  type Figure,
  formatPercent,
  formatSigned,
  priceDecimals,
  SessionBadge,
} from "@/ui";
import { Link } from "@/ui/Link";
import { formatExchangeDay } from "@/ui/time";
import { useNow } from "./useNow";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** "2:14" is two hours and fourteen minutes; a day or more is told in `days`. */
function hoursAndMinutes(ms: number): { days: number; time: string } {
  const minutes = Math.floor((ms % HOUR_MS) / 60_000);
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
  return {
    days: Math.floor(ms / DAY_MS),
    time: `${hours}:${String(minutes).padStart(2, "0")}`,
  };
}

/** How long the session lasts, or until one begins; undefined where nothing can be said of that. */
function useCountdown(instrument: InstrumentDetail, now: number): string | undefined {
  const { t } = useTranslation("market");
  const { session, feed } = instrument.quote;
  // A replay has a clock of its own, against which ours says nothing.
  if (isReplay(feed) || instrument.openAroundTheClock) return undefined;
  const isShut = session === "closed";
  const left = (isShut ? instrument.sessionOpensAt : instrument.sessionClosesAt) - now;
  if (!(left > 0)) return undefined;
  const { days, time } = hoursAndMinutes(left);
  const remaining = days > 0 ? t("quote.days", { days, time }) : time;
  return isShut
    ? t("quote.opensIn", { time: remaining })
    : t("quote.closesIn", { time: remaining });
}

function useFeedText(feed: Figure): string {
  const { t } = useTranslation("market");
  if (!feed) return t("quote.feed.none");
  if (feed.startsWith("sim")) return t("quote.feed.sim");
  if (isReplay(feed)) return t("quote.feed.replay");
  return t("quote.feed.live");
}

const isReplay = (feed: Figure) => feed?.startsWith("replay") ?? false;

/** How old the tick on the screen is, in tenths of a second while it is young; of a replay, its day. */
function useAge({ quote, market }: InstrumentDetail, now: number): string | null {
  const { t, i18n } = useTranslation("market");
  const { at, feed } = quote;
  if (at === null) return null;
  if (isReplay(feed)) return formatExchangeDay(at, i18n.language, market);
  const seconds = Math.max(0, now - at) / 1000;
  return t("quote.age", { seconds: seconds < 10 ? seconds.toFixed(1) : Math.round(seconds) });
}

/** Price and change, and beside them whether one can trade and how old the price is. */
export function QuoteHead({ instrument }: { instrument: InstrumentDetail }) {
  const { quote, market } = instrument;
  const now = useNow(500);
  const age = useAge(instrument, now);
  const direction = directionOf(quote.change);
  const decimals = priceDecimals(instrument.tickSize);
  const { t } = useTranslation("market");
  const countdown = useCountdown(instrument, now);
  const always = instrument.openAroundTheClock && !isReplay(quote.feed);
  const feedText = useFeedText(quote.feed);
  const badge = (
    <SessionBadge
      session={always ? "regular" : quote.session}
      label={always ? t("quote.aroundTheClock") : undefined}
      countdown={countdown}
      stale={quote.stale}
    />
  );
  return (
    <div className="flex items-end justify-between gap-3">
      <div className="min-w-0">
        <BigPrice value={quote.last} decimals={decimals} />
        <div className={`num text-note font-semibold ${directionText[direction]}`}>
          {formatSigned(quote.change, decimals)}&ensp;{formatPercent(quote.changePercent)}
        </div>
      </div>
      <div className="num text-right text-caption text-ink-2">
        {hasCalendar(market) ? (
          <Link to={to("tradingDays", { market })} className="-my-3.5 inline-flex py-3.5">
            {badge}
            <ChevronRight size={14} className="my-px shrink-0 text-ink-3" aria-hidden />
            <span className="sr-only">{t("days.title")}</span>
          </Link>
        ) : (
          badge
        )}
        <div>
          {feedText}
          {age ? ` · ${age}` : null}
        </div>
      </div>
    </div>
  );
}
