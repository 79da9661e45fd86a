import { useTranslation } from "react-i18next";
import type { StockInfo } from "@/api/types";
import {
  Card,
  FactGrid,
  type Figure,
  formatCompact,
  formatPrice,
  NO_VALUE,
  priceDecimals,
} from "@/ui";

/** The day in figures, and what an order has to keep to. */
export function StatsCard({ stock }: { stock: StockInfo }) {
  const { t, i18n } = useTranslation("market");
  const price = (value: Figure) => formatPrice(value, priceDecimals(stock.tickSize));
  const facts = [
    { label: t("quote.open"), value: price(stock.open) },
    { label: t("quote.high"), value: price(stock.high) },
    { label: t("quote.low"), value: price(stock.low) },
    { label: t("quote.prevClose"), value: price(stock.prevClose) },
    { label: t("quote.volume"), value: formatCompact(stock.volume, i18n.language) },
    {
      label: t("quote.range52"),
      value:
        stock.week52Low && stock.week52High
          ? `${price(stock.week52Low)}–${price(stock.week52High)}`
          : NO_VALUE,
    },
    {
      label: t("quote.amplitude"),
      value: stock.amplitude ? `${formatPrice(stock.amplitude)}%` : NO_VALUE,
    },
    { label: t("quote.tick"), value: formatPrice(stock.tickSize) },
  ];
  if (stock.marketCap) {
    const value = formatCompact(stock.marketCap, i18n.language);
    facts.push({ label: t("quote.marketCap"), value });
  }
  return (
    <Card className="mt-3">
      <FactGrid facts={facts} />
    </Card>
  );
}
