import type { OrderCost } from "@/api/costs";
import { compare, isPositive, multiply, subtract, wholeTimes } from "@/ui";

/** A purchase that is sized by what it may cost. */
export interface Spending {
  amount: string;
  /** What a share is taken to cost: the limit, or the ask that an order at the market would meet. */
  price: string;
  /** Quantities are whole multiples of it. */
  lot: string;
}

/** The largest quantity of whole lots that costs no more than the amount, before fees; zero where not even one does. */
export function quantityFor({ amount, price, lot }: Spending): string {
  if (!isPositive(amount) || !isPositive(price)) return "0";
  return multiply(wholeTimes(amount, multiply(price, lot)), lot);
}

/** True where an order costs more than was to be spent: its fees come on top, and a market order fills at several prices. */
export const isOver = (cost: Pick<OrderCost, "total">, amount: string) =>
  compare(cost.total, amount) > 0;

/** Less than was asked for, by as many lots as the excess buys and by one at least. */
export function lowered(
  { quantity, price, total }: Pick<OrderCost, "quantity" | "price" | "total">,
  { amount, lot }: Pick<Spending, "amount" | "lot">,
): string {
  const ofLot = multiply(price, lot);
  const excess = subtract(total, amount);
  const lots = isPositive(ofLot) ? wholeTimes(excess, ofLot) : "0";
  const less = multiply(isPositive(lots) ? lots : "1", lot);
  return compare(quantity, less) > 0 ? subtract(quantity, less) : "0";
}
