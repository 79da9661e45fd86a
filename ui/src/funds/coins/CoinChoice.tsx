import { useTranslation } from "react-i18next";
import type { CoinNetwork } from "@/api/coins";
import { Chips } from "@/ui";

interface CoinChoiceProps {
  list: CoinNetwork[];
  chosen: CoinNetwork;
  onChange: (chosen: CoinNetwork) => void;
}

const choicesOf = (values: string[]) =>
  [...new Set(values)].map((value) => ({ value, label: value }));

/** Chooses a currency and one of its networks. Another currency keeps the network if it can. */
export function CoinChoice({ list, chosen, onChange }: CoinChoiceProps) {
  const { t } = useTranslation("funds");
  const networks = list.filter(({ currency }) => currency === chosen.currency);
  const chooseCurrency = (currency: string) => {
    const candidates = list.filter((candidate) => candidate.currency === currency);
    const next = candidates.find(({ network }) => network === chosen.network) ?? candidates[0];
    if (next) onChange(next);
  };
  return (
    <div className="flex flex-col">
      <Chips
        label={t("deposit.currency")}
        value={chosen.currency}
        onChange={chooseCurrency}
        choices={choicesOf(list.map(({ currency }) => currency))}
      />
      <Chips
        label={t("deposit.network")}
        value={chosen.network}
        onChange={(network) => onChange({ currency: chosen.currency, network })}
        choices={choicesOf(networks.map(({ network }) => network))}
      />
    </div>
  );
}
