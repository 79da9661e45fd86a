import i18next from "i18next";
import type { Order } from "@/api/orders";
import { formatPriceOf, wordsOf } from "@/products";
import { compare, formatDecimal, isOwnHidden } from "@/ui";
import { toast } from "@/ui/toast";
import { notifyFill } from "./useFillNotices";

/** A fill happens by itself, so its words stay longer than the answer to a press. */
const SHOWN_MS = 5_000;

type Filled = Pick<
  Order,
  | "id"
  | "side"
  | "position"
  | "symbol"
  | "assetClass"
  | "quantity"
  | "filled"
  | "averagePrice"
  | "status"
>;

/** A sheet says itself what became of the order that was just placed. */
const isTold = () => document.querySelector("[role=dialog]") !== null;

/**
 * Whether more has filled than `before`. What was filled of an order that this device did not know may have been so for
 * long; but the server tells an order that is filled once, when that happens.
 */
const hasFilled = (order: Filled, before: string | undefined) =>
  before === undefined ? order.status === "filled" : compare(order.filled, before) > 0;

/**
 * Tells that more of an order has filled than `before`: by a toast, and by the system while the app is not looked at.
 * The system asks for its permission at a press (FillNotices), not here.
 */
export async function tellFill(order: Filled, before: string | undefined): Promise<void> {
  if (!hasFilled(order, before)) return;
  await i18next.loadNamespaces("orders");
  const t = i18next.getFixedT(null, "orders");
  const values = {
    code: order.symbol,
    filled: formatDecimal(order.filled),
    quantity: formatDecimal(order.quantity),
    price: formatPriceOf(order, order.averagePrice),
    context: wordsOf(order),
  };
  const isWhole = order.status === "filled";
  const text = t(`told.${order.side}${isWhole ? "Filled" : "Partly"}`, values);
  if (document.visibilityState === "hidden") {
    // A device that hides what its customer owns does not show it to whoever sees the lock screen.
    await notifyFill(isOwnHidden() ? t("told.hidden") : text, order.id);
  } else if (!isTold()) toast(text, SHOWN_MS);
}
