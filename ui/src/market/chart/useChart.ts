import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Bar, InstrumentDetail } from "@/api/market";
import type { OwnPosition } from "@/api/positions";
import { kindOf, smallestTick } from "@/products";
import { instrumentName } from "@/products/instrumentName";
import { lookOf } from "@/products/lookOf";
import { formatPercent, formatPrice, formatSigned } from "@/ui";
import { extremesOf, summaryOf } from "@/ui/summary";
import { useOwnLines } from "../lines/useOwnLines";
import { useLiveBars } from "../live";
import { bars as barsQuery } from "../quote/quoteQueries";
import type { DrawnMark } from "./chartDrawing";
import { panesThatFit, shownOf, useChartSettings } from "./chartSettings";
import { marksOf, type OwnTrades } from "./ownTrades";
import type { Period } from "./periods";
import { barTime, type ChartScale } from "./readings";
import { useOutsideHours } from "./useOutsideHours";
import { usePannedBars } from "./usePannedBars";

/** The chart as a sentence, for screen readers. */
function useSentence(bars: Bar[], name: string, decimals: number, scale: ChartScale) {
  const { t, i18n } = useTranslation("chart");
  const [begin, newest] = [bars[0], bars.at(-1)];
  // A tick moves only the newest bar: the bars before are searched once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: bars that end and begin alike are alike
  const before = useMemo(() => extremesOf(bars.slice(0, -1)), [begin, bars.length]);
  const told =
    begin && newest
      ? summaryOf([begin, ...(before ? [{ ...before, close: "" }] : []), newest])
      : null;
  if (!begin || !newest || !told) return { sentence: t("label"), highest: "0" };
  const price = (value: string) => formatPrice(value, decimals);
  const what = t("span", {
    name,
    period: t(`${scale.period}`),
    from: barTime(begin.start, scale, i18n.language, t),
    till: barTime(newest.start, scale, i18n.language, t),
  });
  const sentence = t("summary", {
    what,
    first: price(told.first),
    last: price(told.last),
    change: formatSigned(told.change, decimals),
    percent: formatPercent(told.percent),
    high: price(told.high),
    low: price(told.low),
  });
  return { sentence, highest: told.high };
}

/** The customer's own fills, as figures and as drawn marks. */
function useOwnMarks(instrument: InstrumentDetail, bars: Bar[], trades: OwnTrades | undefined) {
  const { t } = useTranslation("chart");
  const { decimals } = lookOf(instrument, instrument.quote.last);
  const fills = trades?.fills;
  // biome-ignore lint/correctness/useExhaustiveDependencies: bars that end and begin alike are alike
  const marks = useMemo(
    () => marksOf(fills ?? [], bars, decimals),
    [fills, decimals, bars.length, bars[0]?.start, bars.at(-1)?.start],
  );
  const drawnMarks = useMemo(
    () =>
      marks.map(
        ({ start, side }): DrawnMark => ({
          start,
          side,
          text: t(side === "buy" ? "buyMark" : "sellMark"),
        }),
      ),
    [marks, t],
  );
  return { marks, drawnMarks };
}

/** All data of an instrument's chart: its live bars, the customer's own trades and positions, and a sentence. */
export function useChart(
  instrument: InstrumentDetail,
  trades: OwnTrades | undefined,
  positions?: readonly OwnPosition[],
) {
  const { previousClose, assetClass } = instrument;
  const { settings, change } = useChartSettings(assetClass);
  const { period } = settings;
  const { data, error, refetch } = useQuery(barsQuery(instrument, period));
  const newest = useLiveBars(instrument, period, data, refetch);
  const { bars, loadOlder, isReading } = usePannedBars(instrument, period, newest);
  const { decimals } = lookOf(instrument, instrument.quote.last);
  // An index is calculated and not traded: it has no volume, and no pane for it.
  const hasVolume = !kindOf(instrument).isComputed;
  const below = hasVolume ? settings.below : settings.below.filter((name) => name !== "VOL");
  const { lines, toldLines } = useOwnLines(instrument, trades?.orders, positions);
  const { symbol, priceDigits, baseCurrency, quote } = instrument;
  const tickSize = instrument.tickSize ?? smallestTick(instrument, quote.last);
  const scale: ChartScale = {
    ...{ period, timeZone: instrument.timeZone, previousClose, hasVolume },
    isCounted: instrument.baseCurrency === null,
    fromEvening: assetClass === "future" || assetClass === "forex",
  };
  const { sentence, highest } = useSentence(bars, instrumentName(instrument), decimals, scale);
  return {
    period,
    setPeriod: (next: Period) => change({ period: next }),
    settings,
    changeSettings: change,
    shown: shownOf({ ...settings, below }, panesThatFit()),
    bars,
    sessions: useOutsideHours(instrument, bars, period),
    loadOlder,
    isReading,
    isEmpty: data !== undefined && newest.length === 0,
    error: data ? null : error,
    refetch,
    decimals,
    scale,
    highest,
    sentence: [sentence, toldLines].filter(Boolean).join(" "),
    lines,
    Review: trades?.Review,
    priced: { symbol, assetClass, priceDigits, baseCurrency, tickSize, last: quote.last },
    ...useOwnMarks(instrument, bars, trades),
  };
}

export type Chart = ReturnType<typeof useChart>;
