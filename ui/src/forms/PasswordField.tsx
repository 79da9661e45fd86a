import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field, type FieldProps, IconButton } from "@/ui";

/** A field for a secret; the eye button shows it. */
export function PasswordField(props: Omit<FieldProps, "type" | "end">) {
  const { t } = useTranslation("identity");
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field
      {...props}
      type={shown ? "text" : "password"}
      autoCapitalize="off"
      spellCheck={false}
      end={
        <IconButton
          label={shown ? t("password.hide") : t("password.show")}
          onClick={() => setShown(!shown)}
        >
          <Icon size={20} strokeWidth={1.75} aria-hidden className="text-ink-2" />
        </IconButton>
      }
    />
  );
}
