import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Notice } from "@/ui";
import type { Draft } from "./draft";

interface ErrorSummaryProps {
  form: UseFormReturn<Draft>;
  parts: readonly (keyof Draft)[];
}

/** All that is wrong with a form, where one looks first; each line leads to its field. */
export function ErrorSummary({ form, parts }: ErrorSummaryProps) {
  const { t } = useTranslation("kyc");
  const { errors } = form.formState;
  const wrong = parts.filter((part) => errors[part]);
  if (wrong.length === 0) return null;
  return (
    <div role="alert">
      <Notice tone="danger" title={t("summary", { count: wrong.length })}>
        <ul>
          {wrong.map((part) => (
            <li key={part}>
              <button
                type="button"
                onClick={() => form.setFocus(part)}
                className="min-h-8 text-left underline underline-offset-2"
              >
                {t(`field.${part}`)}
              </button>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
