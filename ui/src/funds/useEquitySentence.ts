import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatMoney, formatPercent, formatSigned } from "@/ui";
import { summaryOfPoints } from "@/ui/summary";
import type { EquityPoint } from "./equity";

/** The curve of an account's worth as a sentence, for those who do not see it. `period` is what is shown of it. */
export function useEquitySentence(
  points: readonly EquityPoint[],
  period?: string,
): string | undefined {
  const { t } = useTranslation(["home", "market"]);
  return useMemo(() => {
    const told = points.length > 1 ? summaryOfPoints(points.map(({ total }) => total)) : null;
    if (!told) return undefined;
    const curve = t("home:assets.curve");
    return t("market:chart.summary", {
      what: period ? `${curve}, ${period}` : curve,
      first: formatMoney(told.first),
      last: formatMoney(told.last),
      change: formatSigned(told.change),
      percent: formatPercent(told.percent),
      high: formatMoney(told.high),
      low: formatMoney(told.low),
    });
  }, [points, period, t]);
}
