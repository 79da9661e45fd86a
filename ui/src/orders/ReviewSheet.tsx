import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "@/api/errors";
import type { Instrument } from "@/api/market";
import type { OrderState, Side } from "@/api/orders";
import { ConfirmSheet } from "@/money/ConfirmSheet";
import type { MoneyActionState } from "@/money/useMoneyAction";
import { instrumentName } from "@/products/instrumentName";
import { amountOf } from "@/products/words";
import { type RefusalWord, refusalWord } from "@/trade/words";
import { FormError, formatDecimal, formatTradeMoment, Sheet, useOwnText } from "@/ui";
import { FiguresNotice } from "./FiguresNotice";
import { HoldButton } from "./HoldButton";
import { holdsToConfirm } from "./holdToConfirm";
import { OrderResult } from "./OrderResult";
import { useRefusalText } from "./useRefusalText";
import type { Cost } from "./useTicket";

interface ReviewSheetProps {
  // biome-ignore lint/suspicious/noExplicitAny: the sheet is the same for every action that ends in an order
  action: MoneyActionState<any, OrderState>;
  /** The figures of the order, which are recalculated repeatedly. */
  cost: Pick<Cost, "old" | "unread" | "refusal" | "ready" | "checkAge">;
  title: string;
  /** The outlook of the order, in one sentence. */
  sentence: string;
  /** The reason why it cannot be confirmed now. */
  obstacle?: string;
  side: Side;
  /** The variant of the words for the result: i18next's context. */
  words: "margin" | "closing" | undefined;
  instrument: Instrument;
  label: string;
  /** The cost card and the order's terms. */
  children: ReactNode;
  onDone: () => void;
}

interface RefusalProps {
  refused: ApiError | null;
  foreseen: RefusalWord | null;
  /** The time of the earlier order that this answers, if there was one. */
  since: number | undefined;
  market: string;
}

function Refusal({ refused, foreseen, since, market }: RefusalProps) {
  const { t, i18n } = useTranslation(["orders", "money"]);
  const refusalText = useRefusalText(market);
  if (!refused && !foreseen) return null;
  const word = refused ? refusalWord(refused.error) : (foreseen ?? "other");
  const text = refused && word === "other" && refused.msg ? refused.msg : refusalText(word);
  return (
    <p role="alert" className="mt-3 text-note text-danger">
      {since === undefined ? null : (
        <span className="block font-semibold">
          {t("money:found.refused", { time: formatTradeMoment(since, i18n.language, market) })}
        </span>
      )}
      {text}
    </p>
  );
}

/** The final review of an order, and then its outcome. */
export function ReviewSheet(props: ReviewSheetProps) {
  const { t } = useTranslation(["orders", "common", "money"]);
  const { action, cost, title, sentence, obstacle, side, words: context } = props;
  const { instrument, label, children, onDone } = props;
  const own = useOwnText();
  const { market } = instrument;
  const look = side === "buy" ? "rise" : "fall";
  const { answer, busy, unanswered, refusal, found } = action;
  const isOpen = action.body !== null;
  if (answer) {
    const amount = (quantity: string) =>
      amountOf(t, instrument, own(formatDecimal(quantity)), instrumentName(instrument));
    const ordered = t(`deed.${side}`, { what: amount(answer.quantity), context });
    const done = t(`done.${side}`, { what: amount(answer.filled), context });
    return (
      <Sheet open={isOpen} onClose={onDone} title={answer.status === "filled" ? done : ordered}>
        <OrderResult order={answer} since={found?.since} instrument={instrument} onDone={onDone} />
      </Sheet>
    );
  }
  const isHeld = !cost.ready || obstacle !== undefined;
  // A repetition sends the stored body, so newer figures would change nothing.
  const confirm = () => (unanswered || cost.checkAge()) && action.confirm();
  return (
    <ConfirmSheet
      open={isOpen}
      onClose={action.close}
      title={unanswered ? label : title}
      description={sentence}
      action={action}
      unanswered={unanswered}
      unansweredText={t("review.unanswered")}
      market={market}
      label={label}
      look={look}
      held={isHeld}
      leave={t("common:action.cancel")}
      leaveNarrow
      instead={
        !unanswered && holdsToConfirm() ? (
          <HoldButton label={label} look={look} busy={busy} disabled={isHeld} onConfirm={confirm} />
        ) : undefined
      }
      onConfirm={confirm}
      onNew={action.reviewAsNew}
      newLabel={t("review.isNew")}
      problem={
        unanswered || busy ? null : (
          <>
            <FormError text={obstacle} />
            <FiguresNotice cost={cost} of={instrument} />
            <Refusal
              refused={refusal}
              foreseen={cost.refusal}
              since={found?.since}
              market={market}
            />
          </>
        )
      }
    >
      {children}
    </ConfirmSheet>
  );
}
