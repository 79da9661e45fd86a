import type { Rate } from "@/api/fundingOverview";
import type { Position } from "@/api/positions";
import { HOME_CURRENCY } from "@/products";
import {
  currencyDecimals,
  formatSigned,
  multiply,
  negate,
  proportion,
  roundMoney,
  subtract,
} from "@/ui";
import { converted } from "../valuation";

/** The data for converting amounts. */
export interface Known {
  /** The pair's base currency. */
  baseCurrency: string | null | undefined;
  rates: readonly Rate[] | undefined;
}

/**
 * The profit of closing a position at a price, in the currency of its account. The price converts it if the pair's base
 * is that currency. Without a known rate it stays in the currency of the prices.
 */
export function profitAt(
  { side, quantity, multiplier, averagePrice, priceCurrency, currency }: Position,
  price: string,
  { baseCurrency, rates }: Known,
): { amount: string; currency: string } {
  const risen = multiply(multiply(subtract(price, averagePrice), quantity), multiplier);
  const result = side === "long" ? risen : negate(risen);
  const inAccount =
    priceCurrency === currency
      ? result
      : baseCurrency === currency
        ? proportion(result, "1", price)
        : currency === HOME_CURRENCY
          ? converted(result, priceCurrency, rates)
          : null;
  const shown = inAccount === null ? priceCurrency : currency;
  const decimals = currencyDecimals(shown);
  return {
    amount: formatSigned(roundMoney(inAccount ?? result, decimals), decimals),
    currency: shown,
  };
}
