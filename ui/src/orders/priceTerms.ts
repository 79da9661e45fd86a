import type { TFunction } from "i18next";
import type { Instrument } from "@/api/market";
import type { Order } from "@/api/orders";
import { formatPriceOf } from "@/products";
import { formatDecimal } from "@/ui";

type Priced = Pick<Order, "limitPrice" | "stopPrice" | "trail"> &
  Pick<Instrument, "symbol" | "assetClass">;

/** The stop of an order, such as «Stop 95.00» or «Trailing stop 95.00 (0.50% behind)». */
function stopTerm(t: TFunction<"orders">, order: Priced): string | null {
  if (!order.stopPrice) return null;
  const stop = formatPriceOf(order, order.stopPrice);
  if (!order.trail) return `${t("type.stop")} ${stop}`;
  const { amount, percent } = order.trail;
  const distance =
    amount === undefined ? `${formatDecimal(percent)}%` : formatPriceOf(order, amount);
  return t("type.trailing", { stop, distance });
}

/** The prices of an order, such as «Stop 95.00 · Limit 94.50»; «Market» for an order without a price. */
export function priceTerms(t: TFunction<"orders">, order: Priced): string {
  const terms = [
    stopTerm(t, order),
    order.limitPrice ? `${t("type.limit")} ${formatPriceOf(order, order.limitPrice)}` : null,
  ].filter((term) => term !== null);
  return terms.length > 0 ? terms.join(" · ") : t("type.market");
}
