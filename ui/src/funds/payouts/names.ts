import type { Chain, Payout } from "@/api/payouts";

/** The name of a chain, its own coin, and its token standard. */
const CHAINS: Record<Chain, { name: string; coin: string; standard?: string }> = {
  bitcoin: { name: "Bitcoin", coin: "BTC" },
  ethereum: { name: "Ethereum", coin: "ETH", standard: "ERC-20" },
  tron: { name: "TRON", coin: "TRX", standard: "TRC-20" },
};

/** The network of a currency as deposits and wallets name it, in every language: "Ethereum (ERC-20)" for a token. */
export function networkName(chain: Chain, currency: string): string {
  const { name, coin, standard } = CHAINS[chain] ?? { name: chain };
  return standard && currency !== coin ? `${name} (${standard})` : name;
}

/** The bank, or the coin with its network. */
export function payoutTitle({ kind, details }: Payout): string {
  const { bankName, currency, chain } = details;
  if (kind === "card") return bankName;
  return chain ? `${currency} · ${networkName(chain, currency)}` : currency;
}

/** The title with the end of the number or address, which distinguishes saved accounts. */
export const payoutName = (payout: Payout) => `${payoutTitle(payout)} ${payout.end}`;
