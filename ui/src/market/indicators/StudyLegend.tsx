import { useTranslation } from "react-i18next";
import type { Bar } from "@/api/market";
import { classes, formatCompact, formatPrice } from "@/ui";
import { type Indicator, isStudied, LOOKS, type StudyColor } from "./catalog";
import { studyText } from "./studiesText";
import type { Studies } from "./useStudies";

const TEXT: Record<StudyColor, string> = {
  "study-1": "text-study-1",
  "study-2": "text-study-2",
  "study-3": "text-study-3",
  "study-4": "text-study-4",
};

interface StudyLegendProps {
  name: Indicator;
  studies: Studies;
  /** The bar whose values are shown, and its index. */
  bar: Bar | undefined;
  at: number;
  decimals: number;
  /** The highest price of the chart: columns have the width of the longest figure, so that nothing moves. */
  highest: string;
}

/** The parameters of an indicator, and the value of each line at a bar, in its colour. */
export function StudyLegend({ name, studies, bar, at, decimals, highest }: StudyLegendProps) {
  const { t, i18n } = useTranslation("chart");
  const { parameters, lines, columns } = LOOKS[name];
  const values = isStudied(name) ? studies.get(name)?.values[at] : undefined;
  const width = formatPrice(highest, decimals).length;
  // The names of averages contain their parameters.
  const isNamedByLines = lines.every((line) => line.name.startsWith(name.replace(/\d/, "")));
  return (
    <p
      // In one line, which is drawn above the bars. Where it is longer than the chart is wide it is scrolled, over the
      // figures of the axis.
      className={classes(
        "num flex h-4 gap-x-1.5 overflow-x-auto px-1.5 text-badge whitespace-nowrap text-ink-2 [scrollbar-width:none]",
        lines.length > 3 &&
          "pointer-events-auto touch-pan-x bg-bg/90 @min-[480px]:pointer-events-none",
      )}
    >
      {isNamedByLines && lines.length > 0 ? null : (
        <span>
          {name === "VOL" ? t("names.VOL") : name}
          {parameters ? (
            <span className="@max-[420px]:hidden">({parameters.replaceAll(" ", "")})</span>
          ) : null}
        </span>
      )}
      {name === "VOL" && bar ? (
        <span className="font-semibold text-ink">{formatCompact(bar.volume, i18n.language)}</span>
      ) : null}
      {isStudied(name)
        ? lines.map((line, index) => {
            const isColumns = columns && index === lines.length - 1;
            const value = values?.[index] ?? null;
            const sign = value !== null && (value < 0 ? "text-fall-text" : "text-rise-text");
            return (
              <span
                key={line.name}
                className={classes("whitespace-nowrap", isColumns ? sign : TEXT[line.color])}
                style={{ minWidth: `${line.name.length + 1 + width}ch` }}
              >
                {line.name}{" "}
                <span className="font-semibold">{studyText(name, index, values, decimals)}</span>
              </span>
            );
          })
        : null}
    </p>
  );
}
