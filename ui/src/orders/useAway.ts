import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { kindOf, priceLook } from "@/products";
import { compare, formatPrice, isPositive, percentOf, subtract } from "@/ui";

const formatShare = (percent: string) => (isPositive(percent) ? `${percent}%` : "<0.01%");

/** The distance of a price from the market's, in money and percent: "4.05 a share (2.25%) below the current price". */
export function useAway(instrument: InstrumentDetail) {
  const { t } = useTranslation("ticket");
  return (price: string, from: string): string | null => {
    if (!isPositive(price) || !isPositive(from)) return null;
    const order = compare(price, from);
    if (order === 0) return t("away.at");
    const money = order > 0 ? subtract(price, from) : subtract(from, price);
    return t(order > 0 ? "away.above" : "away.below", {
      money: formatPrice(money, priceLook(instrument, from).decimals),
      // A small distance is no distance of zero.
      percent: formatShare(percentOf(money, from)),
      context: kindOf(instrument).words,
    });
  };
}
