/** How long bars are. The minutes of the day are its course; `1m` has the days before, too. */
export const periods = [
  "intraday",
  "1m",
  "5m",
  "15m",
  "60m",
  "1D",
  "1W",
  "1M",
  "3M",
  "1Y",
] as const;
export type Period = (typeof periods)[number];

const MINUTE_MS = 60_000;

/** The length of bars that are parts of a day; null where a bar is a day or more. */
export function partOfDay(period: Period): number | null {
  if (period === "intraday") return MINUTE_MS;
  return period.endsWith("m") ? Number.parseInt(period, 10) * MINUTE_MS : null;
}

/** Bars are parts of a day, which is measured against the close before it. */
export const isOfTheDay = (period: Period) => partOfDay(period) !== null;
