import type { Chain, Payout } from "@/api/payouts";

const CHAINS: Record<Chain, string> = { bitcoin: "Bitcoin", ethereum: "Ethereum", tron: "TRON" };

/** What a chain calls itself, in every language. */
export const chainName = (chain: Chain) => CHAINS[chain] ?? chain;

/** The bank, or the coin with its chain. */
export function payoutTitle({ kind, details }: Payout): string {
  if (kind === "card") return details.bankName;
  return details.chain ? `${details.currency} · ${chainName(details.chain)}` : details.currency;
}

/** The same with the end of the number or address: what tells one saved account from another. */
export const payoutName = (payout: Payout) => `${payoutTitle(payout)} ${payout.end}`;
