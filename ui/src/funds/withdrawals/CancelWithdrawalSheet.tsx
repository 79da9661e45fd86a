import { useTranslation } from "react-i18next";
import type { Withdrawal } from "@/api/withdrawals";
import { cancelWithdrawal } from "@/money/withdrawals";
import { CancelSheet } from "../CancelSheet";
import { destinationOf } from "./destination";

interface CancelWithdrawalSheetProps {
  /** The withdrawal to cancel. */
  withdrawal: Withdrawal;
  onClose: () => void;
}

/** Asks for confirmation before a pending withdrawal is cancelled. */
export function CancelWithdrawalSheet({ withdrawal, onClose }: CancelWithdrawalSheetProps) {
  const { t } = useTranslation("withdrawals");
  return (
    <CancelSheet
      action={cancelWithdrawal}
      id={withdrawal.id}
      asked={withdrawal.asked}
      label={destinationOf(withdrawal)}
      texts={{
        question: t("cancel.question"),
        text: t("cancel.text"),
        keep: t("cancel.keep"),
        cancel: t("cancel.action"),
        done: t("cancel.done"),
        unanswered: t("cancel.unanswered"),
      }}
      onClose={onClose}
    />
  );
}
