import i18next from "i18next";
import { isAnythingUnderWay, whenAnswered } from "@/api/moneyAction";
import type { Order } from "@/api/orders";
import { instrumentName } from "@/instrumentName";
import { formatPriceOf } from "@/products";
import { wordsOf } from "@/products/words";
import { compare, formatDecimal, isOwnHidden } from "@/ui";
import { toast } from "@/ui/toast";
import { orderAddress } from "./orderAddress";
import { isShown } from "./shown";
import { notifyFill } from "./useFillNotices";

/** A fill happens by itself, so its words stay longer than the answer to a press. */
const SHOWN_MS = 5_000;

/** An order that was just sent may fill before its answer is here; no answer at all is waited for longer than this. */
const ANSWER_MS = 3_000;
/** By then the sheet of an answer stands. */
const SHEET_MS = 250;

type Filled = Pick<
  Order,
  | "id"
  | "symbol"
  | "market"
  | "assetClass"
  | "side"
  | "position"
  | "quantity"
  | "filled"
  | "averagePrice"
  | "status"
>;

/**
 * Whether more has filled than `before`. What was filled of an order that this device did not know may have been so for
 * long; but the server tells an order that is filled once, when that happens.
 */
const hasFilled = (order: Filled, before: string | undefined) =>
  before === undefined ? order.status === "filled" : compare(order.filled, before) > 0;

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** True where a sheet says itself what became of the order, such as the one that has just placed it. */
async function isToldBySheet(id: string): Promise<boolean> {
  if (isAnythingUnderWay()) {
    await Promise.race([whenAnswered(), after(ANSWER_MS)]);
    await after(SHEET_MS);
  }
  return isShown(id);
}

/**
 * Tells that more of an order has filled than `before`: by a toast, and by the system while the app is not looked at.
 * The system asks for its permission at a press (FillNotices), not here. `readName` gives the instrument's name.
 */
export async function tellFill(
  order: Filled,
  before: string | undefined,
  readName: () => Promise<string>,
): Promise<void> {
  if (!hasFilled(order, before)) return;
  const [name] = await Promise.all([readName(), i18next.loadNamespaces("orders")]);
  const t = i18next.getFixedT(null, "orders");
  const values = {
    instrument: instrumentName({ ...order, name }),
    filled: formatDecimal(order.filled),
    quantity: formatDecimal(order.quantity),
    price: formatPriceOf(order, order.averagePrice),
    context: wordsOf(order),
  };
  const which = order.status === "filled" ? "Filled" : "Partly";
  // A device that hides what its customer owns does not show it to whoever looks on, or sees the lock screen.
  const text = t(`told.${isOwnHidden() ? "hidden" : order.side}${which}`, values);
  if (document.visibilityState === "hidden") {
    await notifyFill(text, order.id, orderAddress({ ...order, name }));
  } else if (!(await isToldBySheet(order.id))) toast(text, SHOWN_MS);
}
