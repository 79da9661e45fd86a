import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatMoney, formatPercent, formatSigned } from "./format";
import { summaryOfPoints } from "./summary";

/** A line of figures as a sentence; null for less than two figures. `period` is the part of it in view. */
export function useChartSentence(
  what: "closes" | "equity",
  points: readonly string[],
  period?: string,
): string | null {
  const { t } = useTranslation("chart");
  return useMemo(() => {
    const told = points.length > 1 ? summaryOfPoints(points) : null;
    if (!told) return null;
    return t("summary", {
      what: period ? `${t(what)}, ${period}` : t(what),
      first: formatMoney(told.first),
      last: formatMoney(told.last),
      change: formatSigned(told.change),
      percent: formatPercent(told.percent),
      high: formatMoney(told.high),
      low: formatMoney(told.low),
    });
  }, [what, points, period, t]);
}
