import type { TFunction } from "i18next";
import type { Instrument } from "@/api/market";
import { limitOf, type Prices, type PricesOf } from "@/api/orderTerms";
import { formatPriceOf } from "@/products";
import { formatDecimal } from "@/ui";

type Priced = Pick<Instrument, "symbol" | "assetClass">;

/** The distance of a trailing stop, such as «0.5%». */
export const distanceOf = (of: Priced, { trail }: PricesOf<"trailingStop">): string =>
  trail.amount === undefined ? `${formatDecimal(trail.percent)}%` : formatPriceOf(of, trail.amount);

/** The stop of an order, such as «Stop 95.00» or «Trailing stop 95.00 (0.50% behind)». */
function stopTerm(t: TFunction<"orders">, of: Priced, prices: Prices): string | null {
  if (prices.type === "trailingStop") {
    const distance = distanceOf(of, prices);
    const { stopPrice } = prices;
    return stopPrice
      ? t("type.trailing", { stop: formatPriceOf(of, stopPrice), distance })
      : t("type.trailingBy", { distance });
  }
  return "stopPrice" in prices ? `${t("type.stop")} ${formatPriceOf(of, prices.stopPrice)}` : null;
}

/** The prices of an order, such as «Stop 95.00 · Limit 94.50»; «Market» for an order without a price. */
export function priceTerms(t: TFunction<"orders">, of: Priced, prices: Prices): string {
  const limit = limitOf(prices);
  const terms = [
    stopTerm(t, of, prices),
    limit === null ? null : `${t("type.limit")} ${formatPriceOf(of, limit)}`,
  ].filter((term) => term !== null);
  return terms.length > 0 ? terms.join(" · ") : t("type.market");
}
