import type { TFunction } from "i18next";
import type { Bar } from "@/api/market";
import { type Figure, percentOf, subtract } from "@/ui";
import { clockName, formatDayIn, formatInZone } from "@/ui/time";
import { isOfTheDay, type Period } from "./periods";
import { type DayClock, tradingDayAt } from "./tradingDay";

/** The index of the bar that contains a moment: the last one that begins by then; -1 before the first. */
export function barAt(bars: readonly Bar[], moment: number): number {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bars[middle]?.start ?? 0) <= moment) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The kind of chart that bars belong to. */
export interface ChartScale extends DayClock {
  period: Period;
  /** The close before the day of the newest bar. */
  previousClose: Figure;
  /** False for calculated, untraded instruments. */
  hasVolume?: boolean;
  /** False for a pair, whose full volume is not counted. */
  isCounted?: boolean;
}

/** The close that a bar is compared with: the one before it; for a minute, that of the day before. */
export function closeBefore(bars: readonly Bar[], index: number, scale: ChartScale): Figure {
  const { period, previousClose } = scale;
  const isLast = index === bars.length - 1;
  if (period === "1D" && isLast && previousClose) return previousClose;
  if (period !== "intraday") return bars[index - 1]?.close ?? null;
  const dayOf = (bar: Bar | undefined) => bar && tradingDayAt(bar.start, scale);
  const day = dayOf(bars[index]);
  if (day === dayOf(bars.at(-1))) return previousClose;
  for (let before = index - 1; before >= 0; before -= 1) {
    if (dayOf(bars[before]) !== day) return bars[before]?.close ?? null;
  }
  return null;
}

/** A bar with its change from the previous close. */
export interface Reading {
  bar: Bar;
  change: Figure;
  percent: Figure;
  /** The index of the bar. */
  index: number;
}

/** The reading of the bar that begins at `start`; without one, of the newest. */
export function readingOf(
  bars: readonly Bar[],
  start: number | null,
  scale: ChartScale,
): Reading | null {
  const pointed = start === null ? -1 : barAt(bars, start);
  const index = pointed < 0 ? bars.length - 1 : pointed;
  const bar = bars[index];
  if (!bar) return null;
  const before = closeBefore(bars, index, scale);
  const change = before ? subtract(bar.close, before) : null;
  return {
    bar,
    change,
    percent: before && change !== null ? percentOf(change, before) : null,
    index,
  };
}

export const MINUTE = {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
} as const;
const MONTH = { month: "short", year: "numeric" } as const;

/** The time of a bar on the clock of its exchange: a minute, a day, a week, a month, a quarter or a year. */
export function barTime(
  start: number,
  { period, timeZone }: Pick<ChartScale, "period" | "timeZone">,
  language: string,
  t: TFunction<"chart">,
): string {
  const on = (parts: Intl.DateTimeFormatOptions) => formatInZone(start, language, timeZone, parts);
  if (isOfTheDay(period)) return `${on(MINUTE)} ${clockName(timeZone, start)}`;
  switch (period) {
    case "1D":
      return formatDayIn(start, language, timeZone);
    case "1W":
      return t("weekOf", { day: formatDayIn(start, language, timeZone) });
    case "1M":
      return on(MONTH);
    case "3M": {
      const month = Number(formatInZone(start, "en", timeZone, { month: "numeric" }));
      return t("quarterOf", { quarter: Math.ceil(month / 3), year: on({ year: "numeric" }) });
    }
    default:
      return on({ year: "numeric" });
  }
}
