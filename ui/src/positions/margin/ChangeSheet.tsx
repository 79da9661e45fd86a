import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ChangedPosition, Position } from "@/api/positions";
import { ConfirmSheet } from "@/money/ConfirmSheet";
import type { MoneyActionState } from "@/money/useMoneyAction";
import { instrumentName } from "@/products/instrumentName";
import { FormError } from "@/ui";

interface ChangeSheetProps<Body extends object> {
  position: Position;
  title: string;
  confirm: string;
  action: MoneyActionState<Body, ChangedPosition>;
  /** The request; null while a field is missing, which `reason` names. */
  body: Body | null;
  reason: string | null;
  /** The try without an answer in words, where it may be another than the sheet shows. */
  unansweredWords?: string | undefined;
  /** The sentence of a refusal, in place of the server's. */
  refused?: string | undefined;
  /** The reason why it would be refused now. */
  obstacle?: string;
  /** An action that removes the obstacle. */
  remedy?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A sheet that changes a position on margin: the input, its effect, and the confirmation. */
export function ChangeSheet<Body extends object>(props: ChangeSheetProps<Body>) {
  const { t } = useTranslation(["positions", "common"]);
  const { position, title, confirm, action, body, reason, onClose, children } = props;
  const { obstacle, remedy, unansweredWords, refused } = props;
  const { busy, refusal } = action;
  const unanswered = !busy && body ? action.earlierOf(body) : null;
  return (
    <ConfirmSheet
      onClose={onClose}
      title={title}
      description={instrumentName(position)}
      action={action}
      unanswered={unanswered}
      unansweredWords={unansweredWords}
      unansweredText={t("positions:margin.unanswered")}
      market={position.market}
      label={confirm}
      reason={reason}
      held={!reason && Boolean(obstacle)}
      leave={t("common:action.cancel")}
      onConfirm={() => body && action.perform(body)}
      problem={
        <>
          <FormError
            text={refusal ? refused || refusal.msg || t("positions:margin.refused") : obstacle}
          />
          {remedy}
        </>
      }
    >
      {children}
    </ConfirmSheet>
  );
}
