import { Clock } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "@/api/errors";
import type { Order } from "@/api/types";
import type { MoneyActionState } from "@/api/useMoneyAction";
import { Button, formatClock, Notice, Sheet, UnansweredNotice } from "@/ui";
import { OrderResult } from "./OrderResult";
import type { Cost, OldFigures } from "./useTicket";
import { type RefusalWord, refusalWord } from "./words";

interface ReviewSheetProps {
  // biome-ignore lint/suspicious/noExplicitAny: the sheet is the same for every action that ends in an order
  action: MoneyActionState<any, Order>;
  /** The figures of the order, as they are worked out again and again. */
  cost: Pick<Cost, "old" | "refusal">;
  title: string;
  /** What will happen, in one sentence. */
  sentence: string;
  look: "rise" | "fall";
  /** Names the action on the button, such as "Buy 20 AAPL". */
  label: string;
  /** The cost card and the order's terms. */
  children: ReactNode;
  onDone: () => void;
}

function Refusal({
  refused,
  foreseen,
}: {
  refused: ApiError | null;
  foreseen: RefusalWord | null;
}) {
  const { t } = useTranslation("orders");
  if (!refused && !foreseen) return null;
  const word = refused ? refusalWord(refused.error) : (foreseen ?? "other");
  const text = refused && word === "other" && refused.msg ? refused.msg : t(`refusal.${word}`);
  return (
    <p role="alert" className="mt-3 px-1 text-note text-fall-text">
      {text}
    </p>
  );
}

/** The figures on the sheet are not of now: from when they are, and what that means. */
function OldFiguresNotice({ old }: { old: OldFigures }) {
  const { t, i18n } = useTranslation("orders");
  const time = formatClock(String(old.from), i18n.language);
  return (
    <div role="status" className="mt-3">
      <Notice icon={Clock} title={t("review.figuresFrom", { time })}>
        {t(old.trusted ? "review.readingAgain" : "review.tooOld")}
      </Notice>
    </div>
  );
}

/** The last look before an order, and after it what became of it. */
export function ReviewSheet(props: ReviewSheetProps) {
  const { t } = useTranslation(["orders", "common"]);
  const { action, cost, title, sentence, look, label, children, onDone } = props;
  const { answer, busy, unanswered, refusal } = action;
  const isOpen = action.body !== null;
  if (answer) {
    return (
      <Sheet open={isOpen} onClose={onDone} title={t("result.title")}>
        <OrderResult order={answer} onDone={onDone} />
      </Sheet>
    );
  }
  // What was sent already is sent again as it was, so newer figures would change nothing.
  const isHeld = !unanswered && (cost.refusal !== null || cost.old?.trusted === false);
  return (
    <Sheet
      open={isOpen}
      onClose={action.close}
      title={title}
      description={sentence}
      actions={
        <>
          <Button look="ghost" onClick={action.close} disabled={busy}>
            {unanswered ? t("common:action.close") : t("common:action.cancel")}
          </Button>
          <Button look={look} onClick={() => action.confirm()} busy={busy} disabled={isHeld}>
            {unanswered ? t("common:action.tryAgain") : label}
          </Button>
        </>
      }
    >
      {children}
      {unanswered ? (
        <div className="mt-3">
          <UnansweredNotice>{t("review.unanswered")}</UnansweredNotice>
        </div>
      ) : cost.old && !busy ? (
        <OldFiguresNotice old={cost.old} />
      ) : null}
      {unanswered || busy ? null : <Refusal refused={refusal} foreseen={cost.refusal} />}
    </Sheet>
  );
}
