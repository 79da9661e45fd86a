import type { Position } from "@/api/positions";
import { currencyDecimals, formatSigned, multiply, negate, roundMoney, subtract } from "@/ui";

/** What closing a position at a price would gain, in the currency of its prices. */
export function profitAt(
  { side, quantity, averagePrice, priceCurrency }: Position,
  price: string,
): string {
  const decimals = currencyDecimals(priceCurrency);
  const risen = multiply(subtract(price, averagePrice), quantity);
  return formatSigned(roundMoney(side === "long" ? risen : negate(risen), decimals), decimals);
}
