import { useTranslation } from "react-i18next";
import type { Withdrawal } from "@/api/withdrawals";
import { CancelSheet } from "../CancelSheet";
import { cancelWithdrawal } from "./calls";
import { destinationOf } from "./destination";

interface CancelWithdrawalSheetProps {
  /** The withdrawal to ask about. */
  withdrawal: Withdrawal;
  onClose: () => void;
}

/** Asks whether a withdrawal that waits for its review is to be called off. */
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
