import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "@/ui/ErrorSummary";
import type { Draft } from "./draft";

interface WrongFieldsProps {
  form: UseFormReturn<Draft>;
  parts: readonly (keyof Draft)[];
}

/** The fields of a document with errors. */
export function WrongFields({ form, parts }: WrongFieldsProps) {
  const { t } = useTranslation("kyc");
  const { errors } = form.formState;
  const wrong = parts.filter((part) => errors[part]);
  return (
    <ErrorSummary
      title={t("summary", { count: wrong.length })}
      wrong={wrong.map((part) => ({ part, label: t(`field.${part}`) }))}
      onLead={form.setFocus}
    />
  );
}
