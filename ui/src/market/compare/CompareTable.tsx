import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, formatPercent, NO_VALUE, Sheet } from "@/ui";
import { isOfTheDay } from "../periods";
import { barTime } from "../readings";
import { momentsOf, percentAt } from "./percents";
import { useCompareSentence } from "./useCompareSentence";
import { type ComparisonProps, useComparison } from "./useComparison";

/** So many rows are added by each press. */
const ROWS = 100;

interface CompareTableProps extends ComparisonProps {
  onClose: () => void;
}

/** A comparison as a table: what each changed until each moment, the newest first. */
export default function CompareTable({ onClose, ...of }: CompareTableProps) {
  const { t, i18n } = useTranslation(["chart", "common"]);
  const comparison = useComparison(of);
  const { period } = of.chart.scale;
  const scale = { period, timeZone: isOfTheDay(period) ? of.chart.scale.timeZone : "UTC" };
  const sentence = useCompareSentence(comparison, scale);
  const [shown, setShown] = useState(ROWS);
  const { series, start } = comparison;
  const moments =
    start === null
      ? []
      : momentsOf(
          series.map(({ points }) => points),
          start,
        );
  return (
    <Sheet open onClose={onClose} title={t("chart:table")} description={sentence}>
      <section
        className="-mx-4 overflow-x-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keyboard
        tabIndex={0}
        aria-label={t("chart:table")}
      >
        <table className="num w-full border-separate border-spacing-0 text-small">
          <thead className="text-caption text-ink-2">
            <tr>
              <th scope="col" className="px-4 py-2 text-left font-medium">
                {t("chart:time")}
              </th>
              {series.map(({ symbol, market, title }) => (
                <th
                  key={`${market}.${symbol}`}
                  scope="col"
                  className="px-4 py-2 text-right font-medium"
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {moments.slice(0, shown).map((time) => (
              <tr key={time} className="*:border-t *:border-line">
                <th scope="row" className="px-4 py-2 text-left font-medium whitespace-nowrap">
                  {barTime(time, scale, i18n.language, t)}
                </th>
                {series.map(({ symbol, market, points }) => {
                  const percent = start === null ? null : percentAt(points, start, time);
                  return (
                    <td
                      key={`${market}.${symbol}`}
                      className="px-4 py-2 text-right whitespace-nowrap"
                    >
                      {percent ? formatPercent(percent) : NO_VALUE}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {moments.length > shown ? (
        <div className="mt-3 flex">
          <Button look="ghost" onClick={() => setShown(shown + ROWS)}>
            {t("common:action.more")}
          </Button>
        </div>
      ) : null}
    </Sheet>
  );
}
