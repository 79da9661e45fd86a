import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { TypedPayout } from "@/api/payouts";
import { ErrorSummary } from "@/ui/ErrorSummary";

/** All fields of an account, in the form's order. */
const PARTS = [
  ...(["accountName", "bankName", "accountNumber", "cardNumber", "swiftCode"] as const),
  ...(["abaRoutingNumber", "region", "city", "postalCode", "branchAddress"] as const),
  ...(["personalAddress", "currency", "chain", "address", "image"] as const),
] satisfies (keyof TypedPayout)[];

/** The fields of an account with errors. */
export function WrongFields({ form }: { form: UseFormReturn<TypedPayout> }) {
  const { t } = useTranslation("withdrawals");
  const { errors } = form.formState;
  const wrong = PARTS.filter((part) => errors[part]);
  const label = (part: (typeof PARTS)[number]) =>
    part === "image" ? t("image.label") : t(`field.${part}`);
  return (
    <ErrorSummary
      title={t("summary", { count: wrong.length })}
      wrong={wrong.map((part) => ({ part, label: label(part) }))}
      onLead={form.setFocus}
    />
  );
}
