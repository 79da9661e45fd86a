/** The lengths of bars. `intraday` has the minutes of one day; `1m` has earlier days, too. */
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

/** The length of bars within a day; null for bars of a day or more. */
export function partOfDay(period: Period): number | null {
  if (period === "intraday") return MINUTE_MS;
  return period.endsWith("m") ? Number.parseInt(period, 10) * MINUTE_MS : null;
}

/** True for bars within a day, which are compared with the close before it. */
export const isOfTheDay = (period: Period) => partOfDay(period) !== null;
