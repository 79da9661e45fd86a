import { useTranslation } from "react-i18next";
import { type Chain, chainsOf, coins, type Payout } from "@/api/payouts";
import { Chips, Field, FormError, Notice } from "@/ui";
import { fieldOf } from "@/ui/fieldOf";
import { chainName } from "./names";
import type { PayoutForm } from "./usePayoutForm";

const CURRENCIES = Object.keys(coins).map((coin) => ({ value: coin, label: coin }));

interface WalletFieldsProps {
  payoutForm: PayoutForm;
  /** The address that is changed. */
  saved: Payout | undefined;
}

/** An address on a chain, and the coin that is sent to it. */
export function WalletFields({ payoutForm: { form }, saved }: WalletFieldsProps) {
  const { t } = useTranslation("withdrawals");
  const { currency, chain } = form.watch();
  const { errors } = form.formState;
  const set = (name: "currency" | "chain", value: string) =>
    form.setValue(name, value, { shouldDirty: true });
  const chooseCurrency = (next: string) => {
    const chains = chainsOf(next);
    set("currency", next);
    if (!chains.includes(chain as Chain)) set("chain", chains[0] ?? "");
    form.clearErrors(["currency", "chain"]);
  };
  return (
    <>
      <Notice tone="caution">{t("account.addressCare")}</Notice>
      <div>
        <p className="px-1 text-small text-ink-2">{t("field.currency")}</p>
        <Chips
          label={t("field.currency")}
          value={currency}
          onChange={chooseCurrency}
          choices={CURRENCIES}
        />
        <FormError text={errors.currency?.message} />
      </div>
      <div>
        <p className="px-1 text-small text-ink-2">{t("field.chain")}</p>
        <Chips
          label={t("field.chain")}
          value={chain}
          onChange={(next) => set("chain", next)}
          choices={chainsOf(currency).map((value) => ({ value, label: chainName(value) }))}
        />
        <FormError text={errors.chain?.message} />
      </div>
      <Field
        {...fieldOf(form, "address")}
        label={t("field.address")}
        hint={saved ? t("account.keep", { end: saved.end }) : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
    </>
  );
}
