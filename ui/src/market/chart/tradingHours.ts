import type { Bar } from "@/api/market";

/** The start and end of a day's regular hours. */
export interface TradingHours {
  opens: number;
  closes: number;
}

/** Consecutive bars, by the start of the first and the last of them. */
export interface Stretch {
  session: "pre" | "after";
  first: number;
  last: number;
}

/** Longer than any market's extended hours before or after regular ones. */
const REACH_MS = 8 * 3_600_000;

/**
 * The stretches of bars that lie wholly outside of regular hours, but near those of a day. `length` is that of a bar,
 * and both lists are in order.
 */
export function outsideHours(
  bars: readonly Bar[],
  length: number,
  hours: readonly TradingHours[],
): Stretch[] {
  const stretches: Stretch[] = [];
  let day = 0;
  let isGoingOn = false;
  for (const { start } of bars) {
    while (day < hours.length && start >= (hours[day]?.closes ?? 0) + REACH_MS) day += 1;
    const session = sessionAt(start, start + length, hours[day]);
    const last = stretches.at(-1);
    if (session !== null && last?.session === session && isGoingOn) last.last = start;
    else if (session !== null) stretches.push({ session, first: start, last: start });
    isGoingOn = session !== null;
  }
  return stretches;
}

function sessionAt(start: number, end: number, day: TradingHours | undefined) {
  if (!day) return null;
  if (end <= day.opens && start >= day.opens - REACH_MS) return "pre";
  return start >= day.closes ? "after" : null;
}

/** The extended session of a bar, from these stretches; null in regular hours. */
export const sessionOfBar = (stretches: readonly Stretch[], start: number) =>
  stretches.find(({ first, last }) => first <= start && start <= last)?.session ?? null;
