import type { Money } from "@/api/money";
import type { MoneyAction } from "@/api/moneyAction";
import { ConfirmSheet } from "@/money/ConfirmSheet";
import { useMoneyAction } from "@/money/useMoneyAction";
import { formatMoney, KeyValue, KeyValues, Own, toast } from "@/ui";

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
  const asked = `${formatMoney(props.asked.amount)} ${props.asked.currency}`;
  const cancelling = useMoneyAction(action, {
    subject: asked,
    onAnswer: () => {
      toast(texts.done);
      onClose();
    },
  });
  const { perform, busy } = cancelling;
  const unanswered = busy ? null : cancelling.earlierOf({ id });
  return (
    <ConfirmSheet
      onClose={onClose}
      title={texts.question}
      description={texts.text}
      action={cancelling}
      unanswered={unanswered}
      unansweredText={texts.unanswered}
      label={texts.cancel}
      leave={texts.keep}
      onConfirm={() => perform({ id })}
    >
      <KeyValues>
        <KeyValue label={label}>
          <Own>{asked}</Own>
        </KeyValue>
      </KeyValues>
    </ConfirmSheet>
  );
}
