import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "@/api/errors";
import { Button, Sheet, UnansweredNotice } from "@/ui";
import { PasswordField } from "./PasswordField";

interface PayPasswordSheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The action to confirm, in figures. */
  children: ReactNode;
  /** The label of the confirming button. */
  action: string;
  busy: boolean;
  /** Replaces the confirming button if the action is no longer possible. */
  instead?: ReactNode;
  /** The refusal of the last try. */
  refusal: ApiError | null;
  /** Set if the last try got no answer: the time of the first try, and what may have happened. */
  unanswered?: { since: number; text: string };
  onConfirm: (payPassword: string) => void;
  /** Called when the customer says that it is not the unanswered try. */
  onNew?: () => void;
}

/** Confirms a money action with the pay password. */
export function PayPasswordSheet(props: PayPasswordSheetProps) {
  const { open, onClose, title, children, action, busy, refusal, unanswered } = props;
  const { instead } = props;
  const { t } = useTranslation(["identity", "money"]);
  const [payPassword, setPayPassword] = useState("");
  // A closed sheet clears the password, so that nobody else can use it.
  if (!open && payPassword !== "") setPayPassword("");
  const confirm = () => payPassword && !busy && !instead && props.onConfirm(payPassword);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      busy={busy}
      actions={
        <>
          {unanswered && props.onNew ? (
            <Button look="ghost" onClick={props.onNew}>
              {t("money:unanswered.isNew")}
            </Button>
          ) : null}
          {instead ?? (
            <Button onClick={confirm} busy={busy} disabled={payPassword === ""}>
              {unanswered ? t("money:unanswered.findOut") : action}
            </Button>
          )}
        </>
      }
    >
      <div className="mb-4">{children}</div>
      {unanswered ? (
        <div className="mb-4">
          <UnansweredNotice since={unanswered.since}>{unanswered.text}</UnansweredNotice>
        </div>
      ) : null}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        <PasswordField
          label={t("identity:field.payPassword")}
          value={payPassword}
          onChange={(event) => setPayPassword(event.target.value)}
          error={refusal?.msg}
          autoComplete="off"
          enterKeyHint="go"
        />
      </form>
    </Sheet>
  );
}
