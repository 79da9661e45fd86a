import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { Button, Sheet } from "@/ui";
import { OrderResult } from "./OrderResult";
import type { Confirmation } from "./useConfirmation";
import { refusalWord } from "./words";

interface ReviewSheetProps {
  confirmation: Confirmation;
  title: string;
  /** What will happen, in one sentence. */
  sentence: string;
  look: "rise" | "fall";
  /** Names the action on the button, such as "Buy 20 AAPL". */
  action: string;
  /** The cost card and the order's terms. */
  children: ReactNode;
  onDone: () => void;
}

function Trouble({ confirmation }: { confirmation: Confirmation }) {
  const { t } = useTranslation("orders");
  const { error, unanswered } = confirmation;
  if (!error) return null;
  const word = error instanceof ApiError ? refusalWord(error.error) : "other";
  const refused =
    error instanceof ApiError && word === "other" && error.msg ? error.msg : t(`refusal.${word}`);
  return (
    <p role="alert" className="mt-3 px-1 text-note text-fall-text">
      {unanswered ? t("review.unanswered") : refused}
    </p>
  );
}

/** The last look before an order, and after it what became of it. */
export function ReviewSheet(props: ReviewSheetProps) {
  const { t } = useTranslation(["orders", "common"]);
  const { confirmation, title, sentence, look, action, children, onDone } = props;
  const { order, busy, unanswered } = confirmation;
  if (order) {
    return (
      <Sheet open={confirmation.open} onClose={onDone} title={t("result.title")}>
        <OrderResult order={order} onDone={onDone} />
      </Sheet>
    );
  }
  return (
    <Sheet
      open={confirmation.open}
      onClose={confirmation.close}
      title={title}
      description={sentence}
      actions={
        <>
          <Button look="ghost" onClick={confirmation.close} disabled={busy}>
            {t("common:action.cancel")}
          </Button>
          <Button look={look} onClick={confirmation.confirm} busy={busy}>
            {unanswered ? t("common:action.tryAgain") : action}
          </Button>
        </>
      }
    >
      {children}
      <Trouble confirmation={confirmation} />
    </Sheet>
  );
}
