import { useTranslation } from "react-i18next";
import { type StockMarket, stockMarkets } from "@/api/offers";
import { Chips } from "@/ui";

interface MarketChipsProps<M extends string> {
  value: M;
  /** Includes "" if all markets can be chosen together. */
  markets: readonly M[];
  onChange: (market: M) => void;
}

const NAMES = { "": "market.all", UsStock: "market.UsStock", HK: "market.HK" } as const;

/** Chooses the market of a list. */
export function MarketChips<M extends StockMarket | "">({
  value,
  markets,
  onChange,
}: MarketChipsProps<M>) {
  const { t } = useTranslation("offers");
  const nameOf = (market: StockMarket | "") => t(NAMES[market]);
  return (
    <Chips
      label={t("market.label")}
      value={value}
      onChange={onChange}
      choices={markets.map((market) => ({ value: market, label: nameOf(market) }))}
    />
  );
}

export const oneMarket = stockMarkets;
export const anyMarket = ["", ...stockMarkets] as const;
