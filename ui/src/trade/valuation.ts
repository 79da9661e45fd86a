import type { Rate } from "@/api/fundingOverview";
import type { Position } from "@/api/positions";
import { HOME_CURRENCY } from "@/products";
import {
  add,
  currencyDecimals,
  multiply,
  percentOf,
  roundMoney,
  subtract,
  sum,
  toCents,
} from "@/ui";

/** The value of a position at a price. Money in the position's currency; percent since purchase. */
export interface Valuation {
  price: string;
  marketValue: string;
  /** Unrealized: market value less cost, fees of the purchase included. */
  profit: string;
  percent: string;
  /** The gain since the start of the trading day; null if the server has not sent it. */
  today: string | null;
}

type Held = Pick<Position, "quantity" | "multiplier" | "cost" | "priceCurrency"> &
  Partial<Pick<Position, "marketValue" | "todayProfit">>;

/** The server's gain of the day, plus the change in value since then. */
const todayOf = ({ marketValue: before, todayProfit }: Held, marketValue: string) =>
  before && todayProfit ? add(todayProfit, subtract(marketValue, before)) : null;

/** Values a holding exactly as the server does: its units at the price, to the smallest unit, less its cost. */
export function valuate(held: Held, price: string): Valuation {
  const { quantity, multiplier, cost, priceCurrency } = held;
  const exact = multiply(multiply(quantity, price), multiplier);
  const marketValue = roundMoney(exact, currencyDecimals(priceCurrency));
  const profit = subtract(marketValue, cost);
  const percent = percentOf(profit, cost);
  return { price, marketValue, profit, percent, today: todayOf(held, marketValue) };
}

/**
 * A holding at its newest price, `last`, or at the server's. A position on margin keeps the server's figures: it is
 * marked at the side that would close it, and its profit may be converted.
 */
export function valuationOf(position: Position, last: string | null | undefined): Valuation | null {
  if (!position.margin) {
    const price = last ?? position.price;
    return price ? valuate(position, price) : null;
  }
  const { price, marketValue, profit, profitPercent: percent, todayProfit: today } = position;
  if (!(price && marketValue && profit && percent)) return null;
  return { price, marketValue, profit, percent, today };
}

/** A valuation as it is shown: money that moves with each tick is an estimate, in cents whatever its currency. */
export const shownOf = ({ marketValue, profit, today, ...rest }: Valuation): Valuation => ({
  ...rest,
  marketValue: toCents(marketValue),
  profit: toCents(profit),
  today: today && toCents(today),
});

export interface Totals {
  marketValue: string;
  profit: string;
}

/** The sums over holdings of one currency. */
export function total(values: readonly Valuation[]): Totals {
  return {
    marketValue: sum(values.map((value) => value.marketValue)),
    profit: sum(values.map((value) => value.profit)),
  };
}

/** An amount in the home currency; null without a rate to it. */
export function converted(
  amount: string,
  currency: string,
  rates: readonly Rate[] | undefined,
): string | null {
  if (currency === HOME_CURRENCY) return amount;
  const rate = rates?.find(({ from, to }) => from === currency && to === HOME_CURRENCY);
  return rate ? roundMoney(multiply(amount, rate.rate)) : null;
}
