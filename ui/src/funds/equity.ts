import { DAY_MS } from "@/ui/time";

/** The worth of an account at a moment, in Unix milliseconds. */
export interface EquityPoint {
  at: number;
  total: string;
}

export const ranges = ["day", "week", "month", "quarter", "year", "all"] as const;
export type Range = (typeof ranges)[number];
const DAYS: Record<Range, number> = {
  day: 1,
  week: 7,
  month: 31,
  quarter: 92,
  year: 366,
  all: Number.POSITIVE_INFINITY,
};

/** The points of the last days of a range, and the one before them as its start. */
export function within(points: readonly EquityPoint[], range: Range, now: number): EquityPoint[] {
  const begins = now - DAYS[range] * DAY_MS;
  const first = points.findIndex(({ at }) => at >= begins);
  if (first < 0) return points.slice(-1);
  return points.slice(Math.max(0, first - 1));
}
