import type { Transfer } from "@/api/funds";
import type { Unanswered } from "@/api/unanswered";
import { transferMoney } from "@/money/funds";
import { useMoneyAction } from "@/money/useMoneyAction";

/** Moves money of a currency; undefined while the currency is unknown. */
export const useTransfer = (
  currency: string | undefined,
  onAnswer: (transfer: Transfer, earlier: Unanswered | null) => void,
) => useMoneyAction(transferMoney, { subject: currency, onAnswer });
