import type { Withdrawal } from "@/api/withdrawals";
import { networkName } from "../payouts/names";

/** The destination of a withdrawal: the bank or the network, with the end of the number or address. */
export function destinationOf({ bankName, chain, asked, destination }: Withdrawal): string {
  const place = bankName ?? (chain && networkName(chain, asked.currency));
  return [place, destination].filter(Boolean).join(" ");
}
