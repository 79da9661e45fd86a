import { useTranslation } from "react-i18next";
import { useMoneyAction } from "@/api/useMoneyAction";
import type { Withdrawal } from "@/api/withdrawals";
import {
  Button,
  FormError,
  formatMoney,
  KeyValue,
  KeyValues,
  Sheet,
  toast,
  UnansweredNotice,
} from "@/ui";
import { cancelWithdrawal } from "./calls";
import { destinationOf } from "./destination";

interface CancelWithdrawalSheetProps {
  /** The withdrawal to ask about. */
  withdrawal: Withdrawal;
  onClose: () => void;
}

/** Asks whether a withdrawal that waits for its review is to be called off. */
export function CancelWithdrawalSheet({ withdrawal, onClose }: CancelWithdrawalSheetProps) {
  const { t } = useTranslation(["withdrawals", "common", "money"]);
  const { id, asked } = withdrawal;
  const cancelling = useMoneyAction(cancelWithdrawal, {
    subject: `${formatMoney(asked.amount)} ${asked.currency}`,
    onAnswer: () => {
      toast(t("withdrawals:cancel.done"));
      onClose();
    },
  });
  const { perform, busy, refusal } = cancelling;
  const unanswered = busy ? null : cancelling.earlierOf({ id });
  return (
    <Sheet
      open
      onClose={onClose}
      title={t("withdrawals:cancel.question")}
      description={t("withdrawals:cancel.text")}
      busy={busy}
      actions={
        <>
          <Button look="ghost" onClick={onClose} disabled={busy}>
            {t(unanswered ? "common:action.close" : "withdrawals:cancel.keep")}
          </Button>
          <Button onClick={() => perform({ id })} busy={busy}>
            {unanswered ? t("money:unanswered.findOut") : t("withdrawals:cancel.action")}
          </Button>
        </>
      }
    >
      <KeyValues>
        <KeyValue label={destinationOf(withdrawal)}>
          {formatMoney(asked.amount)} {asked.currency}
        </KeyValue>
      </KeyValues>
      <div className="mt-3 empty:hidden">
        <FormError text={refusal?.msg} />
        {unanswered ? (
          <UnansweredNotice since={unanswered.since}>
            {t("withdrawals:cancel.unanswered")}
          </UnansweredNotice>
        ) : null}
      </div>
    </Sheet>
  );
}
