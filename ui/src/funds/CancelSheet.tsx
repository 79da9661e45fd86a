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
  Sheet,
  toast,
  UnansweredNotice,
} from "@/ui";

interface CancelSheetProps<Answer> {
  /** The call that calls it off. */
  action: MoneyAction<{ id: string }, Answer>;
  id: string;
  asked: Money;
  /** Which way the money takes. */
  label: string;
  texts: {
    question: string;
    /** What it means to call it off. */
    text: string;
    keep: string;
    cancel: string;
    done: string;
    unanswered: string;
  };
  onClose: () => void;
}

/** Asks whether what waits for its review is to be called off. */
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
        <KeyValue label={label}>{asked}</KeyValue>
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
