import { useTranslation } from "react-i18next";
import type { Deposit } from "@/api/funds";
import { useMoneyAction } from "@/api/useMoneyAction";
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
import { cancelDeposit } from "./calls";

interface CancelDepositSheetProps {
  /** The deposit to ask about. */
  deposit: Deposit;
  onClose: () => void;
}

/** Asks whether a deposit that waits for its review is to be called off. */
export function CancelDepositSheet({ deposit, onClose }: CancelDepositSheetProps) {
  const { t } = useTranslation(["funds", "common", "money"]);
  const { id, kind, sent } = deposit;
  const cancelling = useMoneyAction(cancelDeposit, {
    subject: `${formatMoney(sent.amount)} ${sent.currency}`,
    onAnswer: () => {
      toast(t("funds:record.cancelDone"));
      onClose();
    },
  });
  const { perform, busy, refusal } = cancelling;
  const unanswered = busy ? null : cancelling.earlierOf({ id });
  return (
    <Sheet
      open
      onClose={onClose}
      title={t("funds:record.cancelQuestion")}
      description={t("funds:record.cancelText")}
      busy={busy}
      actions={
        <>
          <Button look="ghost" onClick={onClose} disabled={busy}>
            {t(unanswered ? "common:action.close" : "funds:record.keep")}
          </Button>
          <Button onClick={() => perform({ id })} busy={busy}>
            {unanswered ? t("money:unanswered.findOut") : t("funds:record.cancel")}
          </Button>
        </>
      }
    >
      <KeyValues>
        <KeyValue label={t(`funds:deposit.channel.${kind}`)}>
          {formatMoney(sent.amount)} {sent.currency}
        </KeyValue>
      </KeyValues>
      <div className="mt-3 empty:hidden">
        <FormError text={refusal?.msg} />
        {unanswered ? (
          <UnansweredNotice since={unanswered.since}>
            {t("funds:record.cancelUnanswered")}
          </UnansweredNotice>
        ) : null}
      </div>
    </Sheet>
  );
}
