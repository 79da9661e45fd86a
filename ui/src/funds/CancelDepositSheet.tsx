import { useTranslation } from "react-i18next";
import type { Deposit } from "@/api/funds";
import { cancelDeposit } from "@/money/funds";
import { CancelSheet } from "./CancelSheet";

interface CancelDepositSheetProps {
  /** The deposit to cancel. */
  deposit: Deposit;
  onClose: () => void;
}

/** Asks for confirmation before a pending deposit is cancelled. */
export function CancelDepositSheet({ deposit, onClose }: CancelDepositSheetProps) {
  const { t } = useTranslation(["funds", "deposits"]);
  return (
    <CancelSheet
      action={cancelDeposit}
      id={deposit.id}
      asked={deposit.sent}
      label={t(`deposit.channel.${deposit.kind}`)}
      texts={{
        question: t("deposits:cancelQuestion"),
        text: t("deposits:cancelText"),
        keep: t("deposits:keep"),
        cancel: t("deposits:cancel"),
        done: t("deposits:cancelDone"),
        unanswered: t("deposits:cancelUnanswered"),
      }}
      onClose={onClose}
    />
  );
}
