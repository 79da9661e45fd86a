import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { kindOf } from "@/products";
import { lookOf } from "@/products/lookOf";
import {
  Card,
  FactGrid,
  type Figure,
  formatCompact,
  formatPrice,
  isDecimal,
  multiply,
  NO_VALUE,
} from "@/ui";
import { averagePrice } from "../chart/averagePrice";
import { bars } from "./quoteQueries";

/** The day's trading figures; those of a pair or an index are not counted. */
function useDealings(instrument: InstrumentDetail) {
  const { t, i18n } = useTranslation(["market", "chart"]);
  const { quote, symbol, future } = instrument;
  const { noun, coin, isComputed } = kindOf(instrument);
  const isCounted = instrument.baseCurrency === null && !isComputed;
  const day = useQuery({ ...bars(instrument, "intraday"), enabled: isCounted }).data;
  const { decimals } = lookOf(instrument, quote.last);
  const average = useMemo(() => (day ? averagePrice(day, decimals) : null), [day, decimals]);
  if (!isCounted) return [];
  const volume = formatCompact(quote.volume, i18n.language);
  // The value of a contract is its price times its multiplier.
  const unit = future ? future.multiplier : "1";
  const { volume: dealt, last } = quote;
  const turnover =
    dealt && last && unit && isDecimal(last) ? multiply(multiply(dealt, last), unit) : null;
  return [
    {
      label: t("market:quote.volume"),
      value:
        volume === NO_VALUE
          ? volume
          : t("chart:volumeIn", { context: noun, volume, coin: coin?.(symbol) }),
    },
    { label: t("chart:turnover"), value: formatCompact(turnover, i18n.language) },
    { label: t("chart:average"), value: formatPrice(average, decimals) },
  ];
}

/** The day's figures, and the year's range. */
export function StatsCard({ instrument }: { instrument: InstrumentDetail }) {
  const { t, i18n } = useTranslation(["market", "chart"]);
  const { quote, week52High, week52Low, amplitude, marketCap } = instrument;
  const dealings = useDealings(instrument);
  const price = (value: Figure) => formatPrice(value, lookOf(instrument, value).decimals);
  const facts = [
    { label: t("market:quote.open"), value: price(quote.open) },
    { label: t("market:quote.high"), value: price(quote.high) },
    { label: t("market:quote.low"), value: price(quote.low) },
    // A future shows its settlement instead.
    ...(instrument.future
      ? []
      : [{ label: t("market:quote.previousClose"), value: price(instrument.previousClose) }]),
    ...dealings,
    ...(week52High && week52Low
      ? [
          { label: t("chart:high52"), value: price(week52High) },
          { label: t("chart:low52"), value: price(week52Low) },
        ]
      : []),
  ];
  if (marketCap) {
    const value = formatCompact(marketCap, i18n.language);
    facts.push({ label: t("market:quote.marketCap"), value });
  }
  // The amplitude follows from high and low: it only fills an incomplete row.
  if (facts.length % 3 !== 0) {
    const value = amplitude ? `${formatPrice(amplitude)}%` : NO_VALUE;
    facts.push({ label: t("market:quote.amplitude"), value });
  }
  return (
    <Card className="mt-3">
      <FactGrid facts={facts} />
    </Card>
  );
}
