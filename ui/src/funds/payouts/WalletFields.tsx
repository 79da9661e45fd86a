import { useTranslation } from "react-i18next";
import type { Chain, Payout } from "@/api/payouts";
import { isSentTo, type SentCurrency } from "@/api/usable";
import { Chips, Field, FormError, Notice } from "@/ui";
import { fieldOf } from "@/ui/fieldOf";
import { networkName } from "./names";
import type { PayoutForm } from "./usePayoutForm";

/** The coins to choose from, each with its chains: those sent now, and that of the saved address. */
function choicesOf(sent: readonly SentCurrency[], saved: Payout | undefined) {
  const coins = new Map(
    sent
      .filter(({ kind }) => kind === "wallet")
      .map(({ currency, chains }): [string, Chain[]] => [currency, chains]),
  );
  if (saved?.details.chain && !isSentTo(sent, saved)) {
    const { currency, chain } = saved.details;
    coins.set(currency, [...(coins.get(currency) ?? []), chain]);
  }
  return coins;
}

interface WalletFieldsProps {
  payoutForm: PayoutForm;
  /** The currencies sent now; null while unknown. */
  sent: readonly SentCurrency[] | null;
  /** The address to change. */
  saved: Payout | undefined;
}

/** An address on a chain, and its coin. */
export function WalletFields({ payoutForm: { form }, sent, saved }: WalletFieldsProps) {
  const { t } = useTranslation("withdrawals");
  const { currency, chain } = form.watch();
  const { errors } = form.formState;
  const coins = choicesOf(sent ?? [], saved);
  const set = (name: "currency" | "chain", value: string) =>
    form.setValue(name, value, { shouldDirty: true });
  const chooseCurrency = (next: string) => {
    const chains = coins.get(next) ?? [];
    set("currency", next);
    if (!chains.includes(chain as Chain)) set("chain", chains[0] ?? "");
    form.clearErrors(["currency", "chain"]);
  };
  return (
    <>
      {saved && sent && !isSentTo(sent, saved) ? (
        <Notice tone="caution">{t("account.notSent")}</Notice>
      ) : null}
      <Notice tone="caution">{t("account.addressCare")}</Notice>
      <div>
        <p className="px-1 text-small text-ink-2">{t("field.currency")}</p>
        <Chips
          label={t("field.currency")}
          value={currency}
          onChange={chooseCurrency}
          choices={[...coins.keys()].map((coin) => ({ value: coin, label: coin }))}
        />
        <FormError text={errors.currency?.message} />
      </div>
      <div>
        <p className="px-1 text-small text-ink-2">{t("field.chain")}</p>
        <Chips
          label={t("field.chain")}
          value={chain}
          onChange={(next) => set("chain", next)}
          choices={(coins.get(currency) ?? []).map((value) => ({
            value,
            label: networkName(value, currency),
          }))}
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
