import { useTranslation } from "react-i18next";
import { formatPercent, NO_VALUE } from "@/ui";
import { barTime, type ChartScale } from "../chart/readings";
import type { Comparison } from "./useComparison";

/** A comparison as a sentence, for screen readers. */
export function useCompareSentence(
  { series, start, end, changesAt }: Comparison,
  scale: Pick<ChartScale, "period" | "timeZone">,
): string {
  const { t, i18n } = useTranslation("chart");
  if (start === null) return t("label");
  const changes = changesAt(null);
  const told = series.map(({ title }, index) => {
    const percent = changes[index];
    return t("compare.one", { name: title, percent: percent ? formatPercent(percent) : NO_VALUE });
  });
  return t("compare.summary", {
    period: t(`${scale.period}`),
    from: barTime(start, scale, i18n.language, t),
    till: barTime(end, scale, i18n.language, t),
    changes: told.join(t("compare.and")),
  });
}
