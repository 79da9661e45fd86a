import type { TFunction } from "i18next";
import type { OrderState } from "@/api/orders";
import { formatDecimal, formatPrice } from "@/ui";

/** The sentence for the state that an order is in. */
export function outcomeOf(t: TFunction<"orders">, order: OrderState): string {
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
      return t("result.partlyFilled", values);
    case "filled":
      return t("result.filled", values);
    default:
      return t(`reason.${order.reason ?? "other"}`);
  }
}
