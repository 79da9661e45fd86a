import type { TFunction } from "i18next";
import { dateIn, formatInZone, formatShortDate } from "@/ui/time";
import { isOfTheDay } from "./periods";
import { barTime, type ChartScale, MINUTE } from "./readings";

const SHORT_MINUTE = { ...MINUTE, month: "numeric" } as const;

/** When a bar was in few characters, for the rows of a table whose heading says of which clock they are. */
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
