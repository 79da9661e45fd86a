import type { Position } from "@/api/positions";
import { add, multiply, percentOf, roundMoney, subtract, sum } from "@/ui";

/** What a position is worth at a price. Money in the position's currency; percent since purchase. */
export interface Valuation {
  price: string;
  marketValue: string;
  /** Unrealized: market value less cost, fees of the purchase included. */
  profit: string;
  percent: string;
  /** Gained since the trading day began; null where the server has not said it. */
  today: string | null;
}

type Held = Pick<Position, "quantity" | "cost"> &
  Partial<Pick<Position, "marketValue" | "todayProfit">>;

/** What the server said of the day, moved on by what the position is worth more or less since then. */
const todayOf = ({ marketValue: before, todayProfit }: Held, marketValue: string) =>
  before && todayProfit ? add(todayProfit, subtract(marketValue, before)) : null;

/** Values a holding exactly as the server does: quantity at the price, to the cent, less its cost. */
export function valuate(held: Held, price: string): Valuation {
  const { quantity, cost } = held;
  const marketValue = roundMoney(multiply(quantity, price));
  const profit = subtract(marketValue, cost);
  const percent = percentOf(profit, cost);
  return { price, marketValue, profit, percent, today: todayOf(held, marketValue) };
}

/** The sums over all holdings of one currency. */
export function total(values: readonly Valuation[]): { marketValue: string; profit: string } {
  return {
    marketValue: sum(values.map((value) => value.marketValue)),
    profit: sum(values.map((value) => value.profit)),
  };
}
