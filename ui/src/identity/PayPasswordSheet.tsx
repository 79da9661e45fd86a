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
  /** Why the last try was refused. */
  refusal: ApiError | null;
  /** What to know when the last try got no answer. */
  unanswered?: string;
  onConfirm: (payPassword: string) => void;
}

/** Confirms a money action with the pay password. */
export function PayPasswordSheet(props: PayPasswordSheetProps) {
  const { open, onClose, title, children, action, busy, refusal, unanswered, onConfirm } = props;
  const { t } = useTranslation(["identity", "common"]);
  const [payPassword, setPayPassword] = useState("");
  // A sheet that was closed, by whatever means, has no password left for the next person.
  if (!open && payPassword !== "") setPayPassword("");
  const confirm = () => payPassword && !busy && onConfirm(payPassword);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <Button onClick={confirm} busy={busy} disabled={payPassword === ""}>
          {unanswered ? t("common:action.tryAgain") : action}
        </Button>
      }
    >
      <div className="mb-4">{children}</div>
      {unanswered ? (
        <div className="mb-4">
          <UnansweredNotice>{unanswered}</UnansweredNotice>
        </div>
      ) : null}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        <PasswordField
          label={t("field.payPassword")}
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
