import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "@/api/errors";
import type { Unanswered } from "@/api/unanswered";
import { Button, FormError, Sheet, UnansweredNotice } from "@/ui";
import type { Traded } from "@/ui/time";

export interface ConfirmSheetProps {
  open?: boolean;
  onClose: () => void;
  title: string;
  description?: string;
  /** The money action that is confirmed. */
  action: { busy: boolean; refusal: ApiError | null };
  /** The try without an answer that a confirmation repeats. */
  unanswered?: Pick<Unanswered, "since"> | null;
  /** What may have become of that try, and in words what it was if the sheet shows another. */
  unansweredText?: string;
  unansweredWords?: string;
  /** The market of an order: times are shown by its exchange's clock. */
  market?: Traded;
  /** The label of the confirming button. */
  label: string;
  look?: ComponentProps<typeof Button>["look"];
  /** The reason why a new try cannot be sent, in place of the label. */
  reason?: string | null;
  /** True while a new try cannot be sent, for a reason that the sheet shows. */
  held?: boolean;
  /** True while nothing can be sent, not even the earlier try once more. */
  locked?: boolean;
  onConfirm: () => void;
  /** Called when the customer says that this is not the earlier try: the sheet is then the review of a new one. */
  onNew?: () => void;
  /** The label of that button; without it that of any money action. */
  newLabel?: string;
  /** The label of the button that leaves the sheet; without it only the sheet's own cross does. */
  leave?: string;
  /** True if that button leaves most of the width to a long label of the other. */
  leaveNarrow?: boolean;
  /** Replaces the confirming button: if the action is no longer possible, or is confirmed in another way. */
  instead?: ReactNode;
  /** The refusals and obstacles, if the server's own sentence does not say them; null if the sheet shows them elsewhere. */
  problem?: ReactNode;
  /** The figures to confirm. */
  children: ReactNode;
  /** The input below the messages. */
  field?: ReactNode;
}

/**
 * The confirmation of a money action. While it is under way, the sheet stays; a refusal is shown in it; after a try
 * without an answer it finds out about that one, unless the customer says that this is another.
 */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { t } = useTranslation(["common", "money"]);
  const { action, unanswered, label, look, leave, onClose, onNew, instead } = props;
  const { busy, refusal } = action;
  const { problem = <FormError text={refusal?.msg} /> } = props;
  const ghost =
    unanswered && onNew ? (
      <Button look="ghost" onClick={onNew} disabled={busy}>
        {props.newLabel ?? t("money:unanswered.isNew")}
      </Button>
    ) : leave === undefined ? null : (
      <Button
        look="ghost"
        onClick={onClose}
        disabled={busy}
        className={props.leaveNarrow ? "max-w-28" : undefined}
      >
        {unanswered ? t("common:action.close") : leave}
      </Button>
    );
  return (
    <Sheet
      open={props.open ?? true}
      onClose={onClose}
      title={props.title}
      description={props.description}
      busy={busy}
      actions={
        <>
          {ghost}
          {instead ?? (
            <Button
              look={look}
              reason={unanswered ? null : props.reason}
              busy={busy}
              disabled={props.locked || (props.held && !unanswered)}
              onClick={props.onConfirm}
            >
              {unanswered ? t("money:unanswered.findOut") : label}
            </Button>
          )}
        </>
      }
    >
      {props.children}
      <div className="mt-3 empty:hidden">
        {problem}
        {unanswered ? (
          <>
            {props.unansweredWords ? (
              <p className="mb-2 text-small font-semibold">{props.unansweredWords}</p>
            ) : null}
            <UnansweredNotice since={unanswered.since} market={props.market}>
              {props.unansweredText ?? ""}
            </UnansweredNotice>
          </>
        ) : null}
      </div>
      {props.field}
    </Sheet>
  );
}
