import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { kindOf } from "@/products";
import { Card, FactGrid, type Figure, formatCompact, formatPrice, NO_VALUE } from "@/ui";
import { lookOf } from "./lookOf";

/** The day in figures, and what an order has to keep to. */
export function StatsCard({ instrument }: { instrument: InstrumentDetail }) {
  const { t, i18n } = useTranslation("market");
  const { quote } = instrument;
  const { isComputed } = kindOf(instrument);
  const price = (value: Figure) => formatPrice(value, lookOf(instrument, value).decimals);
  const facts = [
    { label: t("quote.open"), value: price(quote.open) },
    { label: t("quote.high"), value: price(quote.high) },
    { label: t("quote.low"), value: price(quote.low) },
    // A future goes by its settlement.
    ...(instrument.future
      ? []
      : [{ label: t("quote.previousClose"), value: price(instrument.previousClose) }]),
    // Nobody counts what is dealt in a pair or an index.
    ...(instrument.baseCurrency === null && !isComputed
      ? [{ label: t("quote.volume"), value: formatCompact(quote.volume, i18n.language) }]
      : []),
    {
      label: t("quote.range52"),
      value:
        instrument.week52Low && instrument.week52High
          ? `${price(instrument.week52Low)}–${price(instrument.week52High)}`
          : NO_VALUE,
    },
    {
      label: t("quote.amplitude"),
      value: instrument.amplitude ? `${formatPrice(instrument.amplitude)}%` : NO_VALUE,
    },
    ...(isComputed ? [] : [{ label: t("quote.tick"), value: formatPrice(instrument.tickSize) }]),
  ];
  if (instrument.marketCap) {
    const value = formatCompact(instrument.marketCap, i18n.language);
    facts.push({ label: t("quote.marketCap"), value });
  }
  return (
    <Card className="mt-3">
      <FactGrid facts={facts} />
    </Card>
  );
}
