import type { PayoutKind } from "@/api/payouts";
import { keptForm } from "@/forms/keptForm";

/** The input of a withdrawal form. */
export interface TypedWithdrawal {
  /** The saved account as destination. */
  payout: string;
  /** The currency for a bank. A wallet has its own coin. */
  cardCurrency: string;
  amount: string;
}

export const emptyWithdrawal: TypedWithdrawal = { payout: "", cardCurrency: "USD", amount: "" };

/** The unsent input of the form, kept for each method. */
export const keptWithdrawal = (kind: PayoutKind) =>
  keptForm<TypedWithdrawal>(`withdrawal-${kind}`, emptyWithdrawal);
