import { useTranslation } from "react-i18next";
import { Field } from "@/ui";
import type { FormField } from "@/ui/fieldOf";

/** The e-mail address of an account. */
export function EmailField(field: FormField) {
  const { t } = useTranslation("identity");
  return (
    <Field
      {...field}
      label={t("field.email")}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="off"
      spellCheck={false}
    />
  );
}
