import { useTranslation } from "react-i18next";
import { formatPercent, NO_VALUE } from "@/ui";
import { isOfTheDay } from "../chart/periods";
import { barTime } from "../chart/readings";
import { TimeTable } from "../chart/TimeTable";
import { momentsOf, percentAt } from "./percents";
import { useCompareSentence } from "./useCompareSentence";
import { type ComparisonProps, useComparison } from "./useComparison";

interface CompareTableProps extends ComparisonProps {
  onClose: () => void;
}

/** A comparison as a table: the change of each until each moment. */
export default function CompareTable({ onClose, ...of }: CompareTableProps) {
  const { t, i18n } = useTranslation("chart");
  const comparison = useComparison(of);
  const { period } = of.chart.scale;
  const scale = { period, timeZone: isOfTheDay(period) ? of.chart.scale.timeZone : "UTC" };
  const sentence = useCompareSentence(comparison, scale);
  const { series, start } = comparison;
  const lines = series.map(({ points }) => points);
  const moments = start === null ? [] : momentsOf(lines, start);
  return (
    <TimeTable
      sentence={sentence}
      columns={series.map(({ title }) => title)}
      count={moments.length}
      rowAt={(place) => {
        const time = moments[place] ?? 0;
        return {
          key: time,
          time: barTime(time, scale, i18n.language, t),
          figures: lines.map((points) => {
            const percent = start === null ? null : percentAt(points, start, time);
            return percent ? formatPercent(percent) : NO_VALUE;
          }),
        };
      }}
      onClose={onClose}
    />
  );
}
