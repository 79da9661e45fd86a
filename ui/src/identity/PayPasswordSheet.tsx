import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "@/api/errors";
import { Button, Sheet, UnansweredNotice } from "@/ui";
import { PasswordField } from "./PasswordField";

interface PayPasswordSheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** What is about to happen, in figures. */
  children: ReactNode;
  /** What the confirming button says. */
  action: string;
  busy: boolean;
  /** The button in the place of the confirming one, where what is about to happen cannot happen any more. */
  instead?: ReactNode;
  /** Why the last try was refused. */
  refusal: ApiError | null;
  /** The last try got no answer: when it was sent first, and what may have happened. */
  unanswered?: { since: number; text: string };
  onConfirm: (payPassword: string) => void;
  /** The customer says that it is not the try that got no answer. */
  onNew?: () => void;
}

/** Confirms a money action with the pay password. */
export function PayPasswordSheet(props: PayPasswordSheetProps) {
  const { open, onClose, title, children, action, busy, refusal, unanswered } = props;
  const { instead } = props;
  const { t } = useTranslation(["identity", "money"]);
  const [payPassword, setPayPassword] = useState("");
  // A sheet that was closed, by whatever means, has no password left for the next person.
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
