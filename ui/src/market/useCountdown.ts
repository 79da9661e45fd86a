import { useTranslation } from "react-i18next";
import type { MarketStatus } from "@/api/marketStatus";
import type { Figure } from "@/ui";
import { DAY_MS, HOUR_MS } from "@/ui/time";

/** "2:14" is two hours and fourteen minutes; a day or more is told in `days`. */
function hoursAndMinutes(ms: number): { days: number; time: string } {
  const minutes = Math.floor((ms % HOUR_MS) / 60_000);
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
  return {
    days: Math.floor(ms / DAY_MS),
    time: `${hours}:${String(minutes).padStart(2, "0")}`,
  };
}

export const isReplay = (feed: Figure) => feed?.startsWith("replay") ?? false;

/**
 * How long regular hours last, or how long it is until they begin, before and after them too; undefined where nothing can
 * be said of that.
 */
export function useCountdown(
  { session, opensAt, closesAt, openAroundTheClock }: MarketStatus,
  feed: Figure,
  now: number,
): string | undefined {
  const { t } = useTranslation("market");
  // A replay has a clock of its own, against which ours says nothing.
  if (isReplay(feed) || openAroundTheClock) return undefined;
  const isRegular = session === "regular";
  const left = ((isRegular ? closesAt : opensAt) ?? now) - now;
  if (!(left > 0)) return undefined;
  const { days, time } = hoursAndMinutes(left);
  const remaining = days > 0 ? t("quote.days", { days, time }) : time;
  return isRegular
    ? t("quote.closesIn", { time: remaining })
    : t("quote.opensIn", { time: remaining });
}
