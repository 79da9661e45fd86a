import type { TFunction } from "i18next";
import type { OrderState } from "@/api/orders";
import { formatDecimal, formatPrice } from "@/ui";

/** The sentence for the state that an order is in; where amounts are hidden it says only which. */
export function outcomeOf(t: TFunction<"orders">, order: OrderState, hidden: boolean): string {
  const values = {
    quantity: formatDecimal(order.quantity),
    filled: formatDecimal(order.filled),
    price: formatPrice(order.averagePrice),
    limit: formatPrice(order.limitPrice),
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
