import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { PasswordField } from "@/forms/PasswordField";
import { ConfirmSheet, type ConfirmSheetProps } from "./ConfirmSheet";

interface PayPasswordSheetProps
  extends Pick<
    ConfirmSheetProps,
    "onClose" | "title" | "action" | "label" | "instead" | "onNew" | "unanswered" | "unansweredText"
  > {
  open: boolean;
  /** The action to confirm, in figures. */
  children: ReactNode;
  onConfirm: (payPassword: string) => void;
}

/** Confirms a money action with the pay password. */
export function PayPasswordSheet({ children, onConfirm, ...sheet }: PayPasswordSheetProps) {
  const { open, action, instead } = sheet;
  const { t } = useTranslation("identity");
  const [payPassword, setPayPassword] = useState("");
  // A closed sheet clears the password, so that nobody else can use it.
  if (!open && payPassword !== "") setPayPassword("");
  const confirm = () => payPassword && !action.busy && !instead && onConfirm(payPassword);
  return (
    <ConfirmSheet
      {...sheet}
      locked={payPassword === ""}
      onConfirm={confirm}
      // The field says why a password was refused.
      problem={null}
      field={
        <form
          className="mt-4"
          onSubmit={(event) => {
            event.preventDefault();
            confirm();
          }}
        >
          <PasswordField
            label={t("field.payPassword")}
            value={payPassword}
            onChange={(event) => setPayPassword(event.target.value)}
            error={action.refusal?.msg}
            autoComplete="off"
            enterKeyHint="go"
          />
        </form>
      }
    >
      {children}
    </ConfirmSheet>
  );
}
