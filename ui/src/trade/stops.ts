import type { Side } from "@/api/orders";
import type { Trail } from "@/api/orderTerms";
import { add, compare, isPositive, multiply, subtract, wholeTimes } from "@/decimal";
import type { Ticket } from "@/products/tickets";

/** The prices of a moment; an unknown one is empty. */
export interface Prices {
  last: string;
  bid: string;
  ask: string;
}

type Trigger = Ticket["trigger"];

/** The quote that an order of a side would be filled at; empty if there is none. */
export const quoteFor = (side: Side, { bid, ask }: Prices): string => (side === "buy" ? ask : bid);

/** The price that triggers the stops of a side; empty if there is none. */
export const triggerOf = (by: Trigger, side: Side, prices: Prices): string =>
  by === "last" ? prices.last : quoteFor(side, prices);

/** True if a price has reached a stop: it rises to that of a buyer, and falls to that of a seller. */
const hasReached = (side: Side, stop: string, price: string) =>
  isPositive(price) && (side === "buy" ? compare(price, stop) >= 0 : compare(price, stop) <= 0);

/**
 * The price that a stop is on the wrong side of: the one that triggers, or the quote that the order would be filled at.
 * Null for a stop that can wait.
 */
export function reachedBy(by: Trigger, side: Side, stop: string, prices: Prices): string | null {
  if (!isPositive(stop)) return null;
  const candidates = [triggerOf(by, side, prices), quoteFor(side, prices)];
  const reached = candidates.filter((price) => hasReached(side, stop, price));
  // The one that the stop has to lie beyond.
  const [first = null, second] = reached;
  if (first === null || second === undefined) return first;
  const higher = compare(first, second) >= 0 ? first : second;
  return side === "buy" ? higher : higher === first ? second : first;
}

/** A price in steps of the tick, at or below a value. */
const floorTo = (value: string, tick: string) => multiply(wholeTimes(value, tick), tick);

/** A price in steps of the tick, at or above a value. */
function ceilTo(value: string, tick: string): string {
  const below = floorTo(value, tick);
  return compare(below, value) < 0 ? add(below, tick) : below;
}

/** The stop of a trailing order behind a price, rounded to the tick away from it; empty if there is none. */
export function stopBehind(price: string, trail: Trail, side: Side, tick: string): string {
  const distance = trail.amount ?? trail.percent;
  if (!isPositive(price) || !isPositive(distance) || !isPositive(tick)) return "";
  const away =
    trail.amount === undefined ? multiply(price, multiply(trail.percent, "0.01")) : trail.amount;
  const exact = side === "buy" ? add(price, away) : subtract(price, away);
  if (!isPositive(exact)) return "";
  const stop = side === "buy" ? ceilTo(exact, tick) : floorTo(exact, tick);
  return isPositive(stop) ? stop : "";
}

interface Opening {
  side: Side;
  /** Its stop, or that of a trailing stop at first; empty if unknown. */
  stop: string;
  limit: string | null;
  /** How far from its stop it is filled at most without a limit, in percent. */
  range: string | null;
  tick: string;
}

/**
 * The price for which money is held for an order that opens at a stop: of a buyer the limit, or else the end of the range
 * above the stop; of a seller the stop, from which the market falls, or a limit above it. Empty if unknown.
 */
export function dearestOf({ side, stop, limit, range, tick }: Opening): string {
  if (side === "buy" && limit !== null) return limit;
  if (!isPositive(stop)) return "";
  if (side === "sell")
    return limit !== null && isPositive(limit) && compare(limit, stop) > 0 ? limit : stop;
  if (range === null || !isPositive(tick)) return "";
  return ceilTo(add(stop, multiply(stop, multiply(range, "0.01"))), tick);
}

/** A price rounded to the nearest step of the tick, at least one step; empty if it is none. */
export function toTick(price: string, tick: string): string {
  if (!isPositive(price) || !isPositive(tick)) return "";
  const nearest = floorTo(add(price, multiply(tick, "0.5")), tick);
  return isPositive(nearest) ? nearest : tick;
}
