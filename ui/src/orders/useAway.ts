import { useTranslation } from "react-i18next";
import type { Instrument, Quote } from "@/api/market";
import type { Order } from "@/api/orders";
import { kindOf, priceLook } from "@/products";
import { formatDecimal, formatPercent, formatPrice, isPositive, MINUS, negate } from "@/ui";
import { type Away, awayFrom, waitOf } from "./waits";

/** The share of the present price, without the sign, which the words or the change beside it have. */
const shareOf = ({ percent, change }: Away) =>
  formatPercent(percent, change).replace(MINUS, "").replace("+", "");

/**
 * The distance of a price that is typed from the market's, in money and percent: "4.05 a share (2.25%) below the current
 * price". Null while one of them is unknown.
 */
export function useAway(instrument: Pick<Instrument, "symbol" | "assetClass">) {
  const { t } = useTranslation("ticket");
  return (price: string, now: string): string | null => {
    if (!isPositive(price) || !isPositive(now)) return null;
    const away = awayFrom(price, now);
    if (away === null) return t("away.at");
    const isAbove = isPositive(away.change);
    const { noun } = kindOf(instrument);
    const money = isAbove ? away.change : negate(away.change);
    return t(isAbove ? "away.above" : "away.below", {
      money: formatPrice(money, priceLook(instrument, now).decimals),
      percent: shareOf(away),
      context: noun === "share" ? noun : undefined,
    });
  };
}

/** The distance of the market from the price of an order, for a row: "1.28% away (−2.86)". Null while it is unknown. */
export function useOrderAway(order: Order, quote: Quote | undefined): string | null {
  const { t } = useTranslation("orders");
  const wait = waitOf(order, quote);
  if (!("away" in wait) || wait.away === null) return null;
  const { change } = wait.away;
  return t("waits.away", {
    percent: shareOf(wait.away),
    change: formatDecimal(change, {
      // A small change of a high price has no more decimals than that price.
      min: priceLook(order, quote?.last ?? change).decimals,
      sign: true,
    }),
  });
}
