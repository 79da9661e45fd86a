import type { Bar } from "@/api/market";
import { percentOf, subtract } from "@/ui";
import { DAY_MS, HOUR_MS, zoneOffset } from "@/ui/time";
import { isOfTheDay, type Period } from "../chart/periods";

/** A close at a time that all instruments share: the minute itself, or the date at midnight UTC. */
export interface Point {
  time: number;
  close: string;
}

/**
 * The closes of bars on a scale for all exchanges. A day begins at midnight of its exchange, so one date is a different
 * moment in each; bars of a day or more are placed at their dates.
 */
export function pointsOf(bars: readonly Bar[], period: Period, timeZone: string): Point[] {
  if (isOfTheDay(period)) return bars.map(({ start, close }) => ({ time: start, close }));
  return bars.map(({ start, close }) => {
    const there = start + zoneOffset(start, timeZone);
    // After a clock change the time may be an hour before midnight.
    return { time: Math.floor((there + HOUR_MS) / DAY_MS) * DAY_MS, close };
  });
}

/** The last point up to a moment; undefined before the first. */
export function pointAt(points: readonly Point[], time: number): Point | undefined {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.time ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return points[low - 1];
}

/** The first moment from `from` on at which all have a price; null if one has none at all. */
export function commonStart(all: readonly (readonly Point[])[], from: number): number | null {
  const begins = all.map((points) => points[0]?.time);
  if (begins.length === 0 || begins.some((time) => time === undefined)) return null;
  return Math.max(from, ...(begins as number[]));
}

/** The change in percent from `start` until `time`; null if a price is missing. */
export function percentAt(points: readonly Point[], start: number, time: number): string | null {
  const [base, point] = [pointAt(points, start), pointAt(points, time)];
  if (!base || !point || Number(base.close) === 0) return null;
  return percentOf(subtract(point.close, base.close), base.close);
}

/** Every moment from `start` on at which at least one has a price, newest first. */
export function momentsOf(all: readonly (readonly Point[])[], start: number): number[] {
  const times = new Set(all.flatMap((points) => points.map(({ time }) => time)));
  return [...times].filter((time) => time >= start).sort((a, b) => b - a);
}
