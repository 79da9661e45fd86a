import type { TFunction } from "i18next";
import type { Instrument } from "@/api/market";
import type { Order } from "@/api/orders";
import { formatPriceOf } from "@/products";

type Priced = Pick<Order, "limitPrice" | "stopPrice"> & Pick<Instrument, "symbol" | "assetClass">;

/** The prices of an order, such as «Stop 95.00 · Limit 94.50»; «Market» for an order without a price. */
export function priceTerms(t: TFunction<"orders">, order: Priced): string {
  const terms = [
    order.stopPrice ? `${t("type.stop")} ${formatPriceOf(order, order.stopPrice)}` : null,
    order.limitPrice ? `${t("type.limit")} ${formatPriceOf(order, order.limitPrice)}` : null,
  ].filter((term) => term !== null);
  return terms.length > 0 ? terms.join(" · ") : t("type.market");
}
