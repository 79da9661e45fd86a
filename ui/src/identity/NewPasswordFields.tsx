import { useTranslation } from "react-i18next";
import { PasswordField } from "@/forms/PasswordField";
import type { FormField } from "@/ui/fieldOf";
import { PASSWORD_MAX, PASSWORD_MIN } from "./rules";

interface NewPasswordFieldsProps {
  label: string;
  password: FormField;
  repeat: FormField;
}

/** A new login password, typed twice. */
export function NewPasswordFields({ label, password, repeat }: NewPasswordFieldsProps) {
  const { t } = useTranslation("identity");
  return (
    <>
      <PasswordField
        {...password}
        label={label}
        hint={t("rule.passwordLength", { min: PASSWORD_MIN, max: PASSWORD_MAX })}
        autoComplete="new-password"
      />
      <PasswordField {...repeat} label={t("field.repeat")} autoComplete="new-password" />
    </>
  );
}
