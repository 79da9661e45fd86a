import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ChangedPosition, Position } from "@/api/positions";
import type { MoneyActionState } from "@/api/useMoneyAction";
import { instrumentName } from "@/instrumentName";
import { Button, FormError, Sheet, UnansweredNotice } from "@/ui";

interface ChangeSheetProps<Body extends object> {
  position: Position;
  title: string;
  confirm: string;
  action: MoneyActionState<Body, ChangedPosition>;
  /** The request; null while a field is missing, which `reason` names. */
  body: Body | null;
  reason: string | null;
  /** The reason why it would be refused now. */
  obstacle?: string;
  /** An action that removes the obstacle. */
  remedy?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A sheet that changes a position on margin: the input, its effect, and the confirmation. */
export function ChangeSheet<Body extends object>(props: ChangeSheetProps<Body>) {
  const { t } = useTranslation(["positions", "common", "money"]);
  const { position, title, confirm, action, body, reason, onClose, children } = props;
  const { obstacle, remedy } = props;
  const { busy, refusal } = action;
  const unanswered = !busy && body ? action.earlierOf(body) : null;
  return (
    <Sheet
      open
      onClose={onClose}
      title={title}
      description={instrumentName(position)}
      busy={busy}
      actions={
        <>
          <Button look="ghost" onClick={onClose} disabled={busy}>
            {t(unanswered ? "common:action.close" : "common:action.cancel")}
          </Button>
          <Button
            reason={reason}
            busy={busy}
            disabled={!reason && Boolean(obstacle) && !unanswered}
            onClick={() => body && action.perform(body)}
          >
            {unanswered ? t("money:unanswered.findOut") : confirm}
          </Button>
        </>
      }
    >
      {children}
      <div className="mt-3 empty:hidden">
        <FormError text={refusal ? refusal.msg || t("positions:margin.refused") : obstacle} />
        {remedy}
        {unanswered ? (
          <UnansweredNotice since={unanswered.since} market={position.market}>
            {t("positions:margin.unanswered")}
          </UnansweredNotice>
        ) : null}
      </div>
    </Sheet>
  );
}
