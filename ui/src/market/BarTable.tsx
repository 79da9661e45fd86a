import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  Button,
  formatCompact,
  formatPercent,
  formatPrice,
  percentOf,
  Sheet,
  subtract,
} from "@/ui";
import { clockName } from "@/ui/time";
import { isStudied, LOOKS } from "./indicators/catalog";
import { studyText, useStudiesText } from "./indicators/studiesText";
import { useStudies } from "./indicators/useStudies";
import { isOfTheDay } from "./periods";
import { closeBefore } from "./readings";
import { rowTime } from "./rowTime";
import type { Chart } from "./useChart";

/** So many rows are added by each press. */
const ROWS = 100;

/** The bars of a chart and what its indicators say of them, as a table, the newest first, as they were when it was opened. */
export default function BarTable({ chart, onClose }: { chart: Chart; onClose: () => void }) {
  const { t, i18n } = useTranslation(["chart", "common"]);
  const [{ bars, scale, decimals, sentence, shown: look }] = useState(chart);
  const [shown, setShown] = useState(ROWS);
  const names = [...look.over, ...look.below].filter(isStudied);
  const studies = useStudies(bars, names.join());
  const told = useStudiesText(studies, bars.length - 1, decimals);
  const columns = names.flatMap((name) =>
    LOOKS[name].lines.map((line, index) => ({
      title: line.name,
      text: (at: number) => studyText(name, index, studies.get(name)?.values[at], decimals),
    })),
  );
  const price = (value: string) => formatPrice(value, decimals);
  const cell = "px-1.5 py-2 text-right whitespace-nowrap";
  const hasVolume = scale.hasVolume !== false;
  const prices = ["close", "change", "open", "high", "low"] as const;
  const titles = hasVolume ? ([...prices, "volume"] as const) : prices;
  const from = Math.max(0, bars.length - shown);
  const rows = bars.slice(from).map((bar, index) => {
    const before = closeBefore(bars, from + index, scale);
    return {
      bar,
      at: from + index,
      percent: before ? percentOf(subtract(bar.close, before), before) : null,
    };
  });
  return (
    <Sheet open onClose={onClose} title={t("chart:table")}>
      <section
        className="-mx-4 overflow-x-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keyboard
        tabIndex={0}
        aria-label={t("chart:table")}
      >
        <table className="num w-full border-separate border-spacing-0 text-small">
          <caption className="sr-only">{[sentence, told].filter(Boolean).join(" ")}</caption>
          <thead className="text-caption text-ink-2">
            <tr>
              <th
                scope="col"
                className="sticky left-0 bg-bg py-2 pr-1.5 pl-4 text-left font-medium"
              >
                {t("chart:time")}
                {isOfTheDay(scale.period) ? ` (${clockName(scale.timeZone, Date.now())})` : null}
              </th>
              {titles.map((title) => (
                <th key={title} scope="col" className={`${cell} font-medium`}>
                  {t(`chart:full.${title}`)}
                </th>
              ))}
              {columns.map(({ title }) => (
                <th key={title} scope="col" className={`${cell} font-medium`}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.reverse().map(({ bar, at, percent }) => (
              <tr key={bar.start} className="*:border-t *:border-line">
                <th
                  scope="row"
                  className="sticky left-0 bg-bg py-2 pr-1.5 pl-4 text-left font-medium whitespace-nowrap"
                >
                  {rowTime(bar.start, scale, i18n.language, t)}
                </th>
                <td className={cell}>{price(bar.close)}</td>
                <td className={cell}>{formatPercent(percent)}</td>
                <td className={cell}>{price(bar.open)}</td>
                <td className={cell}>{price(bar.high)}</td>
                <td className={cell}>{price(bar.low)}</td>
                {hasVolume ? (
                  <td className={cell}>{formatCompact(bar.volume, i18n.language)}</td>
                ) : null}
                {columns.map(({ title, text }) => (
                  <td key={title} className={cell}>
                    {text(at)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {from > 0 ? (
        <div className="mt-3 flex">
          <Button look="ghost" onClick={() => setShown(shown + ROWS)}>
            {t("common:action.more")}
          </Button>
        </div>
      ) : null}
    </Sheet>
  );
}
