import type { OrderCost } from "@/api/costs";
import { compare, isPositive, multiply, subtract, wholeTimes } from "@/ui";

/** A purchase sized by its total cost. */
export interface Spending {
  amount: string;
  /** The assumed price of a share: the limit, or for a market order the ask. */
  price: string;
  /** Quantities are whole multiples of it. */
  lot: string;
}

/** The largest quantity of whole lots that costs no more than the amount, before fees; zero if one lot costs more. */
export function quantityFor({ amount, price, lot }: Spending): string {
  if (!isPositive(amount) || !isPositive(price)) return "0";
  return multiply(wholeTimes(amount, multiply(price, lot)), lot);
}

/** True if an order costs more than the amount: fees are added, and a market order fills at several prices. */
export const isOver = (cost: Pick<OrderCost, "total">, amount: string) =>
  compare(cost.total, amount) > 0;

/** The quantity reduced by the lots that the excess pays for, at least one. */
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
