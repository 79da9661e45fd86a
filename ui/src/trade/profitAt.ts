import type { Rate } from "@/api/fundingOverview";
import type { Closing } from "@/api/positions";
import { HOME_CURRENCY } from "@/products";
import {
  currencyDecimals,
  equal,
  multiply,
  negate,
  percentOf,
  proportion,
  roundMoney,
  subtract,
  toCents,
} from "@/ui";
import { converted } from "./valuation";

/** The data for converting amounts. */
export interface Known {
  /** The pair's base currency. */
  baseCurrency: string | null | undefined;
  rates: readonly Rate[] | undefined;
}

export interface Profit {
  /** An estimate, in cents. */
  amount: string;
  currency: string;
  /** The share of what the closed quantity has cost, or of its margin; null in another currency than that. */
  percent: string | null;
}

/** The gain of a quantity at a price, in the currency of prices: of what is owned less its cost, fees included. */
function gainAt(position: Closing, quantity: string, price: string): string {
  const { side, multiplier, averagePrice, margin } = position;
  const units = multiply(quantity, multiplier);
  if (!margin) return subtract(multiply(price, units), costOf(position, quantity));
  const risen = multiply(subtract(price, averagePrice), units);
  return side === "long" ? risen : negate(risen);
}

const costOf = ({ cost, quantity: whole, currency }: Closing, quantity: string) =>
  equal(quantity, whole) ? cost : proportion(cost, quantity, whole, currencyDecimals(currency));

/**
 * The profit of closing a quantity at a price, in the currency of its account. The price converts it if the pair's base
 * is that currency. Without a known rate it stays in the currency of the prices.
 */
export function profitAt(
  position: Closing,
  price: string,
  quantity: string,
  { baseCurrency, rates }: Known,
): Profit {
  const { priceCurrency, currency } = position;
  const result = gainAt(position, quantity, price);
  const inAccount =
    priceCurrency === currency
      ? result
      : baseCurrency === currency
        ? proportion(result, "1", price)
        : currency === HOME_CURRENCY
          ? converted(result, priceCurrency, rates)
          : null;
  const shown = inAccount === null ? priceCurrency : currency;
  const amount = roundMoney(inAccount ?? result, currencyDecimals(shown));
  const percent = inAccount === null ? null : percentOf(amount, costOf(position, quantity));
  return { amount: toCents(amount), currency: shown, percent };
}
