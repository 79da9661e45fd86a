import { useTranslation } from "react-i18next";
import type { StockInfo } from "@/api/types";
import {
  BigPrice,
  directionOf,
  directionText,
  type Figure,
  formatPercent,
  formatSigned,
  priceDecimals,
  type Session,
  SessionBadge,
} from "@/ui";
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

const SESSIONS = ["pre", "regular", "lunch", "after"] as const;

/** The session; what is none that we know counts as closed. */
const sessionOf = ({ session }: StockInfo): Session =>
  SESSIONS.find((known) => known === session) ?? "closed";

/** How long the session lasts, or until one begins; undefined where nothing can be said of that. */
function useCountdown(stock: StockInfo, now: number): string | undefined {
  const { t } = useTranslation("market");
  // A replay has a clock of its own, against which ours says nothing.
  if (isReplay(stock.feed) || stock.openAroundTheClock) return undefined;
  const isShut = ["closed", "lunch"].includes(sessionOf(stock));
  const next = isShut ? stock.sessionOpensTimestamp : stock.sessionClosesTimestamp;
  const left = Number(next ?? Number.NaN) - now;
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
function useAge(stock: StockInfo, now: number): string | null {
  const { t, i18n } = useTranslation("market");
  const { quoteTimestamp, feed, market } = stock;
  if (!quoteTimestamp) return null;
  if (isReplay(feed)) {
    return formatExchangeDay(quoteTimestamp, i18n.language, market);
  }
  const seconds = Math.max(0, now - Number(quoteTimestamp)) / 1000;
  return t("quote.age", { seconds: seconds < 10 ? seconds.toFixed(1) : Math.round(seconds) });
}

/** Price and change, and beside them whether one can trade and how old the price is. */
export function QuoteHead({ stock }: { stock: StockInfo }) {
  const now = useNow(500);
  const age = useAge(stock, now);
  const direction = directionOf(stock.change);
  const decimals = priceDecimals(stock.tickSize);
  const { t } = useTranslation("market");
  const countdown = useCountdown(stock, now);
  const always = stock.openAroundTheClock && !isReplay(stock.feed);
  const feedText = useFeedText(stock.feed);
  return (
    <div className="flex items-end justify-between gap-3">
      <div className="min-w-0">
        <BigPrice value={stock.price_nominal} decimals={decimals} />
        <div className={`num text-note font-semibold ${directionText[direction]}`}>
          {formatSigned(stock.change, decimals)}&ensp;{formatPercent(stock.change_ratio)}
        </div>
      </div>
      <div className="num text-right text-caption text-ink-2">
        <SessionBadge
          session={always ? "regular" : sessionOf(stock)}
          label={always ? t("quote.aroundTheClock") : undefined}
          countdown={countdown}
          stale={stock.stale}
        />
        <div>
          {feedText}
          {age ? ` · ${age}` : null}
        </div>
      </div>
    </div>
  );
}
