import Big from "big.js";
import type { Bar } from "@/api/market";
import type { Fill, Order, Side } from "@/api/orders";
import type { ReviewChange } from "../lines/ownLines";
import { barAt } from "./readings";

/** A customer's fills and working orders of an instrument. */
export interface OwnTrades {
  fills: readonly Fill[];
  orders: readonly Order[];
  Review: ReviewChange;
}

/** The fills of one side within a bar. */
export interface Mark {
  start: number;
  side: Side;
  quantity: string;
  /** The average price of the fills. */
  price: string;
}

/** The decimals of averages beyond those of the prices. */
const MORE_DECIMALS = 2;

/**
 * The fills merged into one mark for each bar and side, in the order of the bars. A fill before the first bar has none.
 * `decimals` are those of the prices.
 */
export function marksOf(fills: readonly Fill[], bars: readonly Bar[], decimals: number): Mark[] {
  const sums = new Map<string, { start: number; side: Side; quantity: Big; value: Big }>();
  for (const { side, quantity, price, filledAt } of fills) {
    const start = bars[barAt(bars, filledAt)]?.start;
    if (start === undefined) continue;
    const key = `${start} ${side}`;
    const sum = sums.get(key) ?? { start, side, quantity: new Big(0), value: new Big(0) };
    sum.quantity = sum.quantity.plus(quantity);
    sum.value = sum.value.plus(new Big(price).times(quantity));
    sums.set(key, sum);
  }
  return [...sums.values()]
    .sort((a, b) => a.start - b.start || a.side.localeCompare(b.side))
    .map(({ start, side, quantity, value }) => ({
      start,
      side,
      quantity: quantity.toFixed(),
      price: value
        .div(quantity)
        .round(decimals + MORE_DECIMALS, Big.roundHalfUp)
        .toFixed(),
    }));
}
