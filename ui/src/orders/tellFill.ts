import i18next from "i18next";
import type { Order } from "@/api/orders";
import { compare, formatDecimal, formatPrice } from "@/ui";
import { toast } from "@/ui/toast";
import { notifyFill } from "./useFillNotices";

/** A fill happens by itself, so its words stay longer than the answer to a press. */
const SHOWN_MS = 5_000;

type Filled = Pick<Order, "side" | "symbol" | "quantity" | "filled" | "averagePrice" | "status">;

/** A sheet says itself what became of the order that was just placed. */
const isTold = () => document.querySelector("[role=dialog]") !== null;

/**
 * Tells that more of an order has filled than `before`: by a toast, and by the system while the app is not looked at.
 * The system asks for its permission at a press (FillNotices), not here.
 */
export async function tellFill(order: Filled, before: string): Promise<void> {
  if (compare(order.filled, before) <= 0) return;
  await i18next.loadNamespaces("orders");
  const t = i18next.getFixedT(null, "orders");
  const values = {
    code: order.symbol,
    filled: formatDecimal(order.filled),
    quantity: formatDecimal(order.quantity),
    price: formatPrice(order.averagePrice),
  };
  const isWhole = order.status === "filled";
  const text = t(`told.${order.side}${isWhole ? "Filled" : "Partly"}`, values);
  if (document.visibilityState === "hidden") await notifyFill(text);
  else if (!isTold()) toast(text, SHOWN_MS);
}
