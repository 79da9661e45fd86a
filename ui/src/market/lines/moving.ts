import {
  compare,
  multiply,
  nearestStep,
  percentOf,
  roundMoney,
  stepBy,
  subtract,
  toCents,
} from "@/decimal";
import { opens } from "@/products/words";
import { type Known, profitAt } from "@/trade/profitAt";
import { currencyDecimals } from "@/ui";
import type { OwnLine } from "./ownLines";

/** More decimals than any price has: a place on the screen is a float. */
const PLACE_DECIMALS = 10;

/** The ticks by which a key moves a line. */
const KEYS: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 10,
  PageDown: -10,
};

/** The prices between which a line can be moved: a tick, and twice the market's or its own, whichever is higher. */
export function boundsOf(price: string, last: string, tick: string) {
  const most = multiply(compare(last, price) > 0 ? last : price, "2");
  return { least: tick, most: stepBy(most, tick, -1) };
}
type Bounds = ReturnType<typeof boundsOf>;

const within = (price: string, { least, most }: Bounds) => {
  if (compare(price, least) < 0) return least;
  return compare(price, most) > 0 ? most : price;
};

/** The price of a place on the screen, as a multiple of the tick. */
export const priceOf = (place: number, tick: string, bounds: Bounds) =>
  within(nearestStep(place.toFixed(PLACE_DECIMALS), tick), bounds);

/** The price to which a key moves a line; null for any other key. */
export function movedBy(key: string, price: string, tick: string, bounds: Bounds): string | null {
  const ticks = KEYS[key];
  if (ticks === undefined) return null;
  let moved = price;
  for (let step = 0; step < Math.abs(ticks); step += 1) {
    moved = stepBy(moved, tick, ticks > 0 ? 1 : -1);
  }
  return within(moved, bounds);
}

/** How far a price is from the last one, in percent of that. */
export const distanceOf = (price: string, last: string) => percentOf(subtract(price, last), last);

/** Money that an order moves at a price. */
export interface MoneyAt {
  is: "profit" | "value";
  amount: string;
  currency: string;
}

/**
 * The gain or loss of an order that closes, or the value of one that opens, in the currency of its price. Null for a
 * line of a position, and for a close whose position is not known yet. What opens is worth its quantity at the price: no
 * instrument with another multiplier takes orders.
 */
export function moneyAt(line: OwnLine, price: string, known: Known): MoneyAt | null {
  const { order, quantity, position } = line;
  if (!order) return null;
  if (position) return { is: "profit", ...profitAt(position, price, quantity, known) };
  if (!opens(order)) return null;
  const currency = order.priceCurrency;
  const amount = roundMoney(multiply(price, quantity), currencyDecimals(currency));
  return { is: "value", amount: toCents(amount), currency };
}
