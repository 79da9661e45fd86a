import type { Position } from "@/api/positions";
import { multiply, percentOf, roundMoney, subtract, sum } from "@/ui";

/** What a position is worth at a price. Money in the position's currency; percent since purchase. */
export interface Valuation {
  price: string;
  marketValue: string;
  /** Unrealized: market value less cost, fees of the purchase included. */
  profit: string;
  percent: string;
}

type Held = Pick<Position, "quantity" | "cost">;

/** Values a holding exactly as the server does: quantity at the price, to the cent, less its cost. */
export function valuate({ quantity, cost }: Held, price: string): Valuation {
  const marketValue = roundMoney(multiply(quantity, price));
  const profit = subtract(marketValue, cost);
  return { price, marketValue, profit, percent: percentOf(profit, cost) };
}

/** The sums over all holdings of one currency. */
export function total(values: readonly Valuation[]): { marketValue: string; profit: string } {
  return {
    marketValue: sum(values.map((value) => value.marketValue)),
    profit: sum(values.map((value) => value.profit)),
  };
}
