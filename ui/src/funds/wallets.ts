import { useQuery } from "@tanstack/react-query";
import type { Wallet } from "@/api/funds";
import { wallets } from "@/api/wallets";

/** The customer's wallets, kept up to date by push (`app/AccountStream.tsx`). */
export const useWallets = () => useQuery(wallets);

/**
 * What money of an account is set aside for: withdrawals leave from the funding account, orders are paid from all others,
 * and positions on margin keep theirs in the account for forex.
 */
export function heldFor({ type }: Pick<Wallet, "type">) {
  if (type === "BALANCE") return "heldWithdrawals";
  return type === "FOREX" ? "heldMargin" : "heldOrders";
}
