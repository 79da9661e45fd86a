import type { Wallet } from "@/api/funds";
import { classPaidFrom, kindOf } from ".";

/**
 * What money of an account is set aside for: withdrawals leave from the funding account, orders are paid from all others,
 * and positions on margin keep theirs in the account that pays for them.
 */
export function heldFor({ type }: Pick<Wallet, "type">) {
  if (type === "BALANCE") return "heldWithdrawals";
  const assetClass = classPaidFrom(type);
  return assetClass && kindOf({ assetClass }).onMargin ? "heldMargin" : "heldOrders";
}
