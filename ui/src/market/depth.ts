import type { Level } from "@/api/market";
import { compare, type Figure, isDecimal } from "@/ui";

export type BookSide = "bid" | "ask";

/** How many levels of each side the server tells. */
const LEVELS = 5;

/** True when `price` stands behind `best`: below the best bid, or above the best ask. */
const isBehind = (side: BookSide, price: string, best: string) =>
  side === "bid" ? compare(price, best) < 0 : compare(price, best) > 0;

/**
 * The levels of a side, best first, under the best price that ticks. The levels behind it are read
 * every few seconds; those that the market has gone through since are left out.
 */
export function withBest(side: BookSide, levels: Level[], price: Figure, size: Figure): Level[] {
  if (!price || !size || !isDecimal(price)) return levels;
  const behind = levels.filter((level) => isBehind(side, level.price, price));
  return [{ price, size }, ...behind].slice(0, LEVELS);
}
