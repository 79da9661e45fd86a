import type { Wallet } from "@/api/funds";
import { classPaidFrom, kindOf } from ".";

/**
 * The purpose of held money in an account: withdrawals leave from the funding account, orders are paid from all others,
 * and positions on margin hold theirs in the account that pays for them.
 */
export function heldFor({ type }: Pick<Wallet, "type">) {
  if (type === "BALANCE") return "heldWithdrawals";
  const assetClass = classPaidFrom(type);
  return assetClass && kindOf({ assetClass }).onMargin ? "heldMargin" : "heldOrders";
}
