import type { TFunction } from "i18next";
import type { Order } from "@/api/types";
import { formatDecimal, formatPrice } from "@/ui";
import { ENDED, FILLED, PARTLY_FILLED, reasonWord } from "./words";

/** The sentence for the state that an order is in. */
export function outcomeOf(t: TFunction<"orders">, order: Order): string {
  const values = {
    quantity: formatDecimal(order.quantity),
    filled: formatDecimal(order.filledQuantity),
    price: formatPrice(order.avgPrice ?? ""),
    limit: formatPrice(order.price ?? ""),
  };
  if (order.status === FILLED) return t("result.filled", values);
  if (order.status === PARTLY_FILLED) return t("result.partlyFilled", values);
  if (order.status === ENDED) return t(`reason.${reasonWord(order.reason)}`);
  return t(order.price ? "result.restsAt" : "result.rests", values);
}
