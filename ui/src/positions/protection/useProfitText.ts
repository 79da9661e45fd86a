import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { fundingOverview } from "@/api/fundingOverview";
import { instrumentDetail } from "@/api/instrument";
import type { Position } from "@/api/positions";
import { profitAt } from "@/trade/profitAt";
import { formatGain, formatPercent, useOwnText } from "@/ui";

/** The profit or loss of closing a part of a position at a price: «About +139.75 USD (+6.18%)». */
export function useProfitText(position: Position) {
  const { t } = useTranslation("positions");
  const own = useOwnText();
  const { data } = useQuery(instrumentDetail(position));
  const { data: overview } = useQuery(fundingOverview);
  const known = { baseCurrency: data?.baseCurrency, rates: overview?.rates };
  return (price: string, quantity: string) => {
    const { amount, currency, percent } = profitAt(position, price, quantity, known);
    const values = { amount: own(formatGain(amount, currency)), currency };
    return percent === null
      ? t("margin.resultAt", values)
      : t("protection.result", { ...values, percent: formatPercent(percent, amount) });
  };
}
