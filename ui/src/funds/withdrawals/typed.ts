import type { PayoutKind } from "@/api/payouts";
import { keptForm } from "@/app/keptForm";

/** What stands in the form of a withdrawal. */
export interface TypedWithdrawal {
  /** The saved account that it goes to. */
  payout: string;
  /** Of what banks send. A wallet takes its own coin. */
  cardCurrency: string;
  amount: string;
}

export const emptyWithdrawal: TypedWithdrawal = { payout: "", cardCurrency: "USD", amount: "" };

/** What was typed into it and not sent, for each way by itself. */
export const keptWithdrawal = (kind: PayoutKind) =>
  keptForm<TypedWithdrawal>(`withdrawal-${kind}`, emptyWithdrawal);
