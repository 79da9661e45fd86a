import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { TypedPayout } from "@/api/payouts";
import { Notice } from "@/ui";

/** All fields of an account, in the order in which they stand. */
const PARTS = [
  ...(["accountName", "bankName", "accountNumber", "cardNumber", "swiftCode"] as const),
  ...(["abaRoutingNumber", "region", "city", "postalCode", "branchAddress"] as const),
  ...(["personalAddress", "currency", "chain", "address", "image"] as const),
] satisfies (keyof TypedPayout)[];

/** All that is wrong with an account, where one looks first; each line leads to its field. */
export function ErrorSummary({ form }: { form: UseFormReturn<TypedPayout> }) {
  const { t } = useTranslation("withdrawals");
  const { errors } = form.formState;
  const wrong = PARTS.filter((part) => errors[part]);
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
                {part === "image" ? t("image.label") : t(`field.${part}`)}
              </button>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
