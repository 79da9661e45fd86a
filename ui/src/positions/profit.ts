import Big from "big.js";
import type { PositionRow } from "@/api/types";

const CENTS = 2;

/**
 * The unrealised profit of a position at a price, in its currency, and in percent of its cost.
 * Direction 0 gains when the price rises, 1 when it falls. Exact, then rounded to a cent.
 */
export function profitAt(
  position: Pick<PositionRow, "positionNum" | "avgPrice" | "direction" | "isolatedPosition">,
  price: string,
): { profit: string; percent: string } {
  const value = new Big(price).times(position.positionNum);
  const cost = new Big(position.isolatedPosition);
  const gain = position.direction === 0 ? value.minus(cost) : cost.minus(value);
  const percent = cost.eq(0) ? new Big(0) : gain.div(cost).times(100);
  return { profit: gain.toFixed(CENTS), percent: percent.toFixed(CENTS) };
}
