import type { Withdrawal } from "@/api/withdrawals";
import { networkName } from "../payouts/names";

/** Where a withdrawal goes: the bank or the network, with the end of the number or address. */
export function destinationOf({ bankName, chain, asked, destination }: Withdrawal): string {
  const place = bankName ?? (chain && networkName(chain, asked.currency));
  return [place, destination].filter(Boolean).join(" ");
}
