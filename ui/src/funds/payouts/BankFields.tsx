import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Payout, PayoutDetails } from "@/api/payouts";
import { Field, Segmented } from "@/ui";
import { Fold } from "@/ui/Fold";
import { fieldOf } from "@/ui/fieldOf";
import { CardImage } from "./CardImage";
import type { PayoutForm } from "./usePayoutForm";

interface BankFieldsProps {
  payoutForm: PayoutForm;
  /** The account to change. */
  saved: Payout | undefined;
}

/** Data that only some banks need besides the number. */
const OPTIONAL = [
  "region",
  "city",
  "postalCode",
  "branchAddress",
  "personalAddress",
] as const satisfies (keyof PayoutDetails)[];

const ASKED_BY_SOME = [...OPTIONAL, "image"] as const;

/** Folded, unless one of its fields is filled in or wrong. */
function MayBeAsked({ form }: Pick<PayoutForm, "form">) {
  const { t } = useTranslation("withdrawals");
  const { errors } = form.formState;
  const [isUnfolded, setUnfolded] = useState(() =>
    ASKED_BY_SOME.some((name) => form.getValues(name)),
  );
  const isOpen = isUnfolded || ASKED_BY_SOME.some((name) => errors[name]);
  return (
    <Fold
      title={t("account.optional")}
      isOpen={isOpen}
      onToggle={() => setUnfolded(!isOpen)}
      className="px-1"
    >
      <div className="mt-1 flex flex-col gap-3">
        {OPTIONAL.map((name) => (
          <Field
            key={name}
            {...fieldOf(form, name)}
            label={t(`field.${name}`)}
            autoComplete={name === "personalAddress" ? "street-address" : "off"}
          />
        ))}
        <CardImage form={form} />
      </div>
    </Fold>
  );
}

/** A bank account, identified by its own number or a card's. */
export function BankFields({ payoutForm, saved }: BankFieldsProps) {
  const { t } = useTranslation("withdrawals");
  const { form, number, chooseNumber } = payoutForm;
  const isSavedNumber = saved && saved.hasCardNumber === (number === "cardNumber");
  return (
    <>
      <Field {...fieldOf(form, "accountName")} label={t("field.accountName")} autoComplete="name" />
      <Field {...fieldOf(form, "bankName")} label={t("field.bankName")} autoComplete="off" />
      <Segmented
        label={t("field.number")}
        value={number}
        onChange={chooseNumber}
        choices={[
          { value: "accountNumber", label: t("field.byAccount") },
          { value: "cardNumber", label: t("field.byCard") },
        ]}
      />
      <Field
        key={number}
        {...fieldOf(form, number)}
        label={t(`field.${number}`)}
        hint={isSavedNumber ? t("account.keep", { end: saved.end }) : undefined}
        inputMode={number === "cardNumber" ? "numeric" : undefined}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      {number === "accountNumber" ? (
        <p className="-mt-1 px-1 text-small text-ink-2">{t("account.routing")}</p>
      ) : null}
      <Field
        {...fieldOf(form, "swiftCode")}
        label={t("field.swiftCode")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <Field
        {...fieldOf(form, "abaRoutingNumber")}
        label={t("field.abaRoutingNumber")}
        inputMode="numeric"
        autoComplete="off"
      />
      <MayBeAsked form={form} />
    </>
  );
}
