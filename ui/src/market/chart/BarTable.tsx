import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Bar } from "@/api/market";
import { formatCompact, formatPercent, formatPrice, percentOf, subtract } from "@/ui";
import { clockName } from "@/ui/time";
import { isStudied, LOOKS } from "../indicators/catalog";
import { studyText, useStudiesText } from "../indicators/studiesText";
import { useStudies } from "../indicators/useStudies";
import { isOfTheDay } from "./periods";
import { closeBefore } from "./readings";
import { rowTime } from "./rowTime";
import { TimeTable } from "./TimeTable";
import type { Chart } from "./useChart";

const PRICES = ["open", "high", "low"] as const;

interface Column {
  title: string;
  text: (bar: Bar, at: number) => string;
}

/** A chart's bars and the values of its indicators as a table, as of its opening. */
export default function BarTable({ chart, onClose }: { chart: Chart; onClose: () => void }) {
  const { t, i18n } = useTranslation("chart");
  const [{ bars, scale, decimals, sentence, shown: look }] = useState(chart);
  const names = [...look.over, ...look.below].filter(isStudied);
  const studies = useStudies(bars, names.join());
  const told = useStudiesText(studies, bars.length - 1, decimals);
  const percentAt = (bar: Bar, at: number) => {
    const before = closeBefore(bars, at, scale);
    return formatPercent(before ? percentOf(subtract(bar.close, before), before) : null);
  };
  const volume: Column = {
    title: t("full.volume"),
    text: (bar) => formatCompact(bar.volume, i18n.language),
  };
  const priceOf = (name: "close" | (typeof PRICES)[number]) => ({
    title: t(`full.${name}`),
    text: (bar: Bar) => formatPrice(bar[name], decimals),
  });
  // The most wanted figures come first, where no phone cuts them off.
  const columns: Column[] = [
    priceOf("close"),
    { title: t("full.change"), text: percentAt },
    ...PRICES.map(priceOf),
    ...(scale.hasVolume === false ? [] : [volume]),
    ...names.flatMap((name) =>
      LOOKS[name].lines.map((line, index) => ({
        title: line.name,
        text: (_: Bar, at: number) =>
          studyText(name, index, studies.get(name)?.values[at], decimals),
      })),
    ),
  ];
  return (
    <TimeTable
      clock={isOfTheDay(scale.period) ? clockName(scale.timeZone, Date.now()) : undefined}
      sentence={[sentence, told].filter(Boolean).join(" ")}
      columns={columns.map(({ title }) => title)}
      count={bars.length}
      rowAt={(place) => {
        const at = bars.length - 1 - place;
        const bar = bars[at] as Bar;
        return {
          key: bar.start,
          time: rowTime(bar.start, scale, i18n.language, t),
          figures: columns.map(({ text }) => text(bar, at)),
        };
      }}
      onClose={onClose}
    />
  );
}
