import i18next from "i18next";
import { isAnythingUnderWay, whenAnswered } from "@/api/moneyAction";
import type { Order } from "@/api/orders";
import { formatPriceOf } from "@/products";
import { instrumentName } from "@/products/instrumentName";
import { amountOf, wordsOf } from "@/products/words";
import { isTold } from "@/trade/toldOrders";
import { compare, formatDecimal, isOwnHidden } from "@/ui";
import { toast } from "@/ui/toast";
import { orderAddress } from "./orderAddress";
import { notifyFill } from "./useFillNotices";

/** A fill is unexpected, so its toast stays longer than the answer to a press. */
const SHOWN_MS = 5_000;

/** An order just sent may fill before its answer arrives; this is the longest wait for the answer. */
const ANSWER_MS = 3_000;
/** By then the sheet with the answer is open. */
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
 * True if more has filled than `before`. Partial fills of an order unknown to this device may be old; but the server
 * pushes a completely filled order once, when it fills.
 */
const hasFilled = (order: Filled, before: string | undefined) =>
  before === undefined ? order.status === "filled" : compare(order.filled, before) > 0;

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** True if the outcome of the order is said elsewhere, such as by the sheet that placed it. */
async function isToldElsewhere(id: string): Promise<boolean> {
  if (isAnythingUnderWay()) {
    await Promise.race([whenAnswered(), after(ANSWER_MS)]);
    await after(SHEET_MS);
  }
  return isTold(id);
}

/**
 * Reports that more of an order has filled than `before`: by a toast, or by a system notification while the app is
 * hidden. Permission for these is asked on a press (FillNotices), not here. `readName` returns the instrument's name.
 */
export async function tellFill(
  order: Filled,
  before: string | undefined,
  readName: () => Promise<string>,
): Promise<void> {
  if (!hasFilled(order, before)) return;
  const [name] = await Promise.all([readName(), i18next.loadNamespaces("orders")]);
  const t = i18next.getFixedT(null, "orders");
  const instrument = instrumentName({ ...order, name });
  const isWhole = order.status === "filled";
  const filled = formatDecimal(order.filled);
  const shown = isWhole
    ? filled
    : t("told.part", { filled, quantity: formatDecimal(order.quantity) });
  const done = t(`done.${order.side}`, {
    what: amountOf(t, order, shown, instrument),
    context: wordsOf(order),
  });
  const price = formatPriceOf(order, order.averagePrice);
  // With amounts hidden, neither onlookers nor the lock screen show them.
  const text = isOwnHidden()
    ? t(isWhole ? "told.hiddenFilled" : "told.hiddenPartly", { instrument })
    : t(isWhole ? "told.filled" : "told.partly", { done, price });
  if (document.visibilityState === "hidden") {
    await notifyFill(text, order.id, orderAddress({ ...order, name }));
  } else if (!(await isToldElsewhere(order.id))) toast(text, SHOWN_MS);
}
