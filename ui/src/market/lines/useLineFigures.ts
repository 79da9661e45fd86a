import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { fundingOverview } from "@/api/fundingOverview";
import { formatAverageOf, formatPriceOf, HOME_CURRENCY } from "@/products";
import { formatGain, formatMoney, formatPercent, NO_VALUE, useOwnText } from "@/ui";
import { distanceOf, moneyAt } from "./moving";
import type { OwnLine, Priced } from "./ownLines";

/** The figures of a line at a price, as text. */
export function useLineFigures(of: Priced) {
  const { t } = useTranslation("chart");
  const own = useOwnText();
  const { data: overview } = useQuery(fundingOverview);
  const known = { baseCurrency: of.baseCurrency, rates: overview?.rates };
  return (line: OwnLine, at: string) => {
    const price = line.kind === "entry" ? formatAverageOf(of, at) : formatPriceOf(of, at);
    const percent = of.last ? formatPercent(distanceOf(at, of.last)) : NO_VALUE;
    const moved = moneyAt(line, at, known);
    const said = t("line.at", { price, percent });
    if (!moved) return { price, percent, money: null, isProfit: false, said };
    const isProfit = moved.is === "profit";
    const { amount, currency } = moved;
    const figure = own(isProfit ? formatGain(amount, currency) : formatMoney(amount, currency));
    const money = `${figure} ${currency}`;
    return {
      ...{ price, percent, isProfit },
      money: currency === HOME_CURRENCY ? figure : money,
      said: t(isProfit ? "line.atProfit" : "line.atValue", { price, percent, money }),
    };
  };
}
