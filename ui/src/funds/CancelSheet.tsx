import { useTranslation } from "react-i18next";
import type { Money } from "@/api/money";
import type { MoneyAction } from "@/api/moneyAction";
import { useMoneyAction } from "@/api/useMoneyAction";
import {
  Button,
  FormError,
  formatMoney,
  KeyValue,
  KeyValues,
  Own,
  Sheet,
  toast,
  UnansweredNotice,
} from "@/ui";

interface CancelSheetProps<Answer> {
  /** The call that cancels it. */
  action: MoneyAction<{ id: string }, Answer>;
  id: string;
  asked: Money;
  /** The direction of the money. */
  label: string;
  texts: {
    question: string;
    /** The consequence of cancelling. */
    text: string;
    keep: string;
    cancel: string;
    done: string;
    unanswered: string;
  };
  onClose: () => void;
}

/** Asks for confirmation before a pending deposit or withdrawal is cancelled. */
export function CancelSheet<Answer>(props: CancelSheetProps<Answer>) {
  const { action, id, label, texts, onClose } = props;
  const { t } = useTranslation(["common", "money"]);
  const asked = `${formatMoney(props.asked.amount)} ${props.asked.currency}`;
  const cancelling = useMoneyAction(action, {
    subject: asked,
    onAnswer: () => {
      toast(texts.done);
      onClose();
    },
  });
  const { perform, busy, refusal } = cancelling;
  const unanswered = busy ? null : cancelling.earlierOf({ id });
  return (
    <Sheet
      open
      onClose={onClose}
      title={texts.question}
      description={texts.text}
      busy={busy}
      actions={
        <>
          <Button look="ghost" onClick={onClose} disabled={busy}>
            {unanswered ? t("common:action.close") : texts.keep}
          </Button>
          <Button onClick={() => perform({ id })} busy={busy}>
            {unanswered ? t("money:unanswered.findOut") : texts.cancel}
          </Button>
        </>
      }
    >
      <KeyValues>
        <KeyValue label={label}>
          <Own>{asked}</Own>
        </KeyValue>
      </KeyValues>
      <div className="mt-3 empty:hidden">
        <FormError text={refusal?.msg} />
        {unanswered ? (
          <UnansweredNotice since={unanswered.since}>{texts.unanswered}</UnansweredNotice>
        ) : null}
      </div>
    </Sheet>
  );
}
