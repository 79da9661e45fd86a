import { useTranslation } from "react-i18next";
import type { MarketStatus } from "@/api/marketStatus";
import type { Figure } from "@/ui";
import { DAY_MS, HOUR_MS } from "@/ui/time";

/** "2:14" is two hours and fourteen minutes; whole days are in `days`. */
function hoursAndMinutes(ms: number): { days: number; time: string } {
  const minutes = Math.floor((ms % HOUR_MS) / 60_000);
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
  return {
    days: Math.floor(ms / DAY_MS),
    time: `${hours}:${String(minutes).padStart(2, "0")}`,
  };
}

export const isReplay = (feed: Figure) => feed?.startsWith("replay") ?? false;

/** The time left of regular hours, or until their start; undefined if unknown. */
export function useCountdown(
  { session, opensAt, closesAt, openAroundTheClock }: MarketStatus,
  feed: Figure,
  now: number,
): string | undefined {
  const { t } = useTranslation("market");
  // A replay has its own clock, so the present time does not apply.
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
