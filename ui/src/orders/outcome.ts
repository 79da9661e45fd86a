import type { TFunction } from "i18next";
import type { Instrument } from "@/api/market";
import type { OrderState } from "@/api/orders";
import { formatPriceOf } from "@/products";
import { type Figure, formatDecimal, formatPrice } from "@/ui";

/** An order, of which it may not be known what it is for. */
type Told = OrderState & Partial<Pick<Instrument, "assetClass" | "symbol">>;

/** The sentence for the state that an order is in; where amounts are hidden it says only which. */
export function outcomeOf(t: TFunction<"orders">, order: Told, hidden: boolean): string {
  const { assetClass, symbol } = order;
  const priced = (price: Figure) =>
    assetClass && symbol ? formatPriceOf({ assetClass, symbol }, price) : formatPrice(price);
  const values = {
    quantity: formatDecimal(order.quantity),
    filled: formatDecimal(order.filled),
    price: priced(order.averagePrice),
    limit: priced(order.limitPrice),
  };
  switch (order.status) {
    case "working":
      return t(order.limitPrice ? "result.restsAt" : "result.rests", values);
    case "partlyFilled":
      return hidden ? t("status.partlyFilled") : t("result.partlyFilled", values);
    case "filled":
      return hidden ? t("status.filled") : t("result.filled", values);
    default:
      return t(`reason.${order.reason ?? "other"}`);
  }
}
