import type { Wallet } from "@/api/funds";
import { walletOf } from "@/api/wallets";
import { isPositive } from "@/decimal";

export const steps = ["deposit", "transfer", "trade"] as const;
export type Step = (typeof steps)[number];

/**
 * The first step that a newcomer has not taken yet: deposit money, move it to the stock account, buy a stock. Null once
 * there are shares, whatever the cash.
 */
export function nextStep(wallets: readonly Wallet[], marketValue: string): Step | null {
  if (isPositive(marketValue)) return null;
  const stock = walletOf(wallets, "STOCK");
  if (stock && isPositive(stock.balance)) return "trade";
  return wallets.some(({ balance }) => isPositive(balance)) ? "transfer" : "deposit";
}
