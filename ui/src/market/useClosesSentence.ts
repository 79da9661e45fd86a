import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatPercent, formatPrice, formatSigned } from "@/ui";
import { summaryOfPoints } from "@/ui/summary";

/** The small line of an instrument's recent closes as a sentence, for those who do not see it. */
export function useClosesSentence(closes: readonly string[]): string | undefined {
  const { t } = useTranslation("market");
  return useMemo(() => {
    const told = closes.length > 1 ? summaryOfPoints(closes) : null;
    if (!told) return undefined;
    return t("chart.summary", {
      what: t("chart.closes"),
      first: formatPrice(told.first),
      last: formatPrice(told.last),
      change: formatSigned(told.change),
      percent: formatPercent(told.percent),
      high: formatPrice(told.high),
      low: formatPrice(told.low),
    });
  }, [closes, t]);
}
