import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { PayoutKind } from "@/api/payouts";
import { usable } from "@/api/usable";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { Chips, Segmented } from "@/ui";

const SCREENS: Record<PayoutKind, string> = {
  card: to("withdrawCard"),
  wallet: to("withdrawWallet"),
};

/** The two withdrawal methods, each with its own screen. */
export function WayChoice({ kind }: { kind: PayoutKind }) {
  const { t } = useTranslation("withdrawals");
  const { open } = useNavigation();
  return (
    <Segmented
      label={t("way.label")}
      value={kind}
      onChange={(next) => open(SCREENS[next], { replace: true })}
      choices={[
        { value: "card", label: t("way.card") },
        { value: "wallet", label: t("way.wallet") },
      ]}
    />
  );
}

interface CurrencyChoiceProps {
  currency: string;
  onChange: (currency: string) => void;
}

/** The currency that the bank sends, of those that the server offers. A wallet has its own coin. */
export function CurrencyChoice({ currency, onChange }: CurrencyChoiceProps) {
  const { t } = useTranslation("withdrawals");
  const sent = useQuery(usable).data?.sent?.filter(({ kind }) => kind === "card");
  const currencies = sent?.map((way) => way.currency) ?? [currency];
  return (
    <div>
      <p className="px-1 text-small text-ink-2">{t("currency")}</p>
      <Chips
        label={t("currency")}
        value={currency}
        onChange={onChange}
        choices={currencies.map((value) => ({ value, label: value }))}
      />
    </div>
  );
}
