import type { Rate } from "@/api/fundingOverview";
import type { Wallet } from "@/api/funds";
import { compare, floorMoney, isPositive, multiply } from "@/decimal";
import { TICKETS } from "@/products";
import { type ScreenName, screenAt } from "@/screens";
import { currencyDecimals } from "@/ui";

/** The rate from one currency to another; undefined if the server has none. */
export function rateBetween(
  rates: readonly Rate[] | undefined,
  from: string,
  to: string,
): Rate | undefined {
  return rates?.find((rate) => rate.from === from && rate.to === to);
}

/**
 * The amount credited in a currency at a dated rate: the server rounds down to its smallest unit, so that rounding
 * never adds money.
 */
export const converted = (amount: string, rate: string, currency: string) =>
  floorMoney(multiply(amount, rate), currencyDecimals(currency));

export type AmountProblem = "amount" | "insufficient" | "unsettled";

/** The reason why an amount cannot be moved out of a wallet, or null if it can. */
export function amountProblem(amount: string, from: Wallet): AmountProblem | null {
  if (!isPositive(amount)) return "amount";
  if (compare(amount, from.available) > 0) return "insufficient";
  return compare(amount, from.transferable) > 0 ? "unsettled" : null;
}

const TICKET_SCREENS: readonly ScreenName[] = Object.values(TICKETS).map(({ screen }) => screen);

/** The ticket to go back to after a transfer. Anybody can have made the link, so it must be one of our tickets. */
export function ticketToReturnTo(back: string | undefined): string | null {
  const screen = back === undefined ? undefined : screenAt(back);
  return back && screen && TICKET_SCREENS.includes(screen) ? back : null;
}
