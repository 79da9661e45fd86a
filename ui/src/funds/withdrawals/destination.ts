import type { Withdrawal } from "@/api/withdrawals";
import { chainName } from "../payouts/names";

/** Where a withdrawal goes: the bank or the chain, with the end of the number or address. */
export function destinationOf({ bankName, chain, destination }: Withdrawal): string {
  return [bankName ?? (chain && chainName(chain)), destination].filter(Boolean).join(" ");
}
