import type { TFunction } from "i18next";
import { dateIn, formatInZone, formatShortDate } from "@/ui/time";
import { isOfTheDay } from "./periods";
import { barTime, type ChartScale, MINUTE } from "./readings";

const SHORT_MINUTE = { ...MINUTE, month: "numeric" } as const;

/** The short time of a bar, for the rows of a table whose heading names the clock. */
export function rowTime(
  start: number,
  scale: Pick<ChartScale, "period" | "timeZone">,
  language: string,
  t: TFunction<"chart">,
): string {
  const { period, timeZone } = scale;
  if (isOfTheDay(period)) {
    const parts = language === "en" ? MINUTE : SHORT_MINUTE;
    return formatInZone(start, language, timeZone, parts).replace(",", "");
  }
  const isDay = period === "1D" || period === "1W";
  return isDay
    ? formatShortDate(dateIn(start, timeZone), language)
    : barTime(start, scale, language, t);
}
