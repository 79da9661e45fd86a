import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { PasswordField } from "@/forms/PasswordField";
import { Button, Sheet } from "@/ui";
import { useEndSessions, type Which } from "./sessions";

interface EndSessionsSheetProps {
  /** Null if no session is to be ended. */
  which: Which | null;
  title: string;
  onClose: () => void;
}

/**
 * Asks for the login password before other devices are logged out: a person who found this device unlocked must not be
 * able to.
 */
export function EndSessionsSheet({ which, title, onClose }: EndSessionsSheetProps) {
  const { t } = useTranslation("identity");
  const [password, setPassword] = useState("");
  const end = useEndSessions();
  // A closed sheet clears the password, so that nobody else can use it.
  if (!which && password !== "") setPassword("");
  const close = () => {
    end.reset();
    onClose();
  };
  const confirm = () => {
    if (which && password && !end.isPending) {
      end.mutate({ ...which, password }, { onSuccess: close });
    }
  };
  return (
    <Sheet
      open={which !== null}
      onClose={close}
      title={title}
      busy={end.isPending}
      actions={
        <Button onClick={confirm} busy={end.isPending} disabled={password === ""}>
          {t("sessions.end")}
        </Button>
      }
    >
      <p className="mb-4 text-note text-ink-2">{t("sessions.endText")}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        <PasswordField
          label={t("loginPassword.title")}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={end.error instanceof ApiError ? end.error.msg : undefined}
          autoComplete="current-password"
          enterKeyHint="go"
        />
      </form>
    </Sheet>
  );
}
