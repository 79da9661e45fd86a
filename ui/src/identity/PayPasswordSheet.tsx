import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { Button, Sheet } from "@/ui";
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
  error: unknown;
  onConfirm: (payPassword: string) => void;
}

/** Confirms a money action with the pay password. */
export function PayPasswordSheet(props: PayPasswordSheetProps) {
  const { open, onClose, title, children, action, busy, error, onConfirm } = props;
  const { t } = useTranslation("identity");
  const [payPassword, setPayPassword] = useState("");
  const refusal = error instanceof ApiError ? error.msg : undefined;
  const confirm = () => payPassword && !busy && onConfirm(payPassword);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <Button onClick={confirm} busy={busy} disabled={payPassword === ""}>
          {action}
        </Button>
      }
    >
      <div className="mb-4">{children}</div>
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
          error={refusal}
          autoComplete="off"
          enterKeyHint="go"
        />
      </form>
    </Sheet>
  );
}
