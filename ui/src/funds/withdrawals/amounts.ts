import type { PayoutKind } from "@/api/payouts";
import type { Usable, WithdrawalWay } from "@/api/usable";
import { ceilMoney, compare, isPositive, multiply, subtract } from "@/decimal";

/** The method by which a currency is sent to such an account; undefined if the server has none. */
export const wayOf = (usable: Usable | undefined, kind: PayoutKind) =>
  usable?.ways.find((way) => way.kind === kind);

export type AmountProblem = "amount" | "tooMuch" | "tooSmall";

/** The reason why an amount cannot be withdrawn, or null if it can. */
export function amountProblem(
  amount: string,
  { usable }: Usable,
  { minimum, fee }: WithdrawalWay,
): AmountProblem | null {
  if (!isPositive(amount)) return "amount";
  if (compare(amount, usable) > 0) return "tooMuch";
  return compare(amount, minimum) < 0 || compare(amount, fee) <= 0 ? "tooSmall" : null;
}

/** The amount that arrives, after the fee. */
export function arrivingOf(amount: string, fee: string): string {
  const rest = isPositive(amount) ? subtract(amount, fee) : "0";
  return isPositive(rest) ? rest : "0";
}

/** The amount that the funding account pays: the server rounds up to the cent. */
export function paidFor(amount: string, rate: string | null): string {
  if (!isPositive(amount)) return "0";
  return rate ? ceilMoney(multiply(amount, rate)) : amount;
}
