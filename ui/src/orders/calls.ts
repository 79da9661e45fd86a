import i18next from "i18next";
import { api, reply, withKey } from "@/api/client";
import type { MoneyAction } from "@/api/moneyAction";
import {
  type Amendment,
  aboutOrder,
  decodeAmendment,
  decodeNewOrder,
  decodeOrderState,
  encodeAmendment,
  encodeOrder,
  type NewOrder,
  type OrderState,
} from "@/api/orders";
import type { Unanswered } from "@/api/unanswered";
import { useMoneyAction } from "@/api/useMoneyAction";
import { formatDecimal, formatPrice } from "@/ui";
import { outcomeOf } from "./outcome";

/** What an order changes for the customer. */
const CHANGES = ["orders", "positions", "wallets"] as const;

const t = () => i18next.getFixedT(null, "money");
const outcome = (order: OrderState) => outcomeOf(i18next.getFixedT(null, "orders"), order);

/** Places an order. */
export const placeOrder: MoneyAction<NewOrder, OrderState, ReturnType<typeof encodeOrder>> = {
  name: "/stock/create",
  encode: encodeOrder,
  decode: decodeNewOrder,
  // The limit that is proposed and the shares that an amount buys move with the market.
  about: aboutOrder,
  send: (body, key) =>
    reply(api.POST("/stock/create", { body, params: { header: withKey(key) } })).then(
      decodeOrderState,
    ),
  changes: CHANGES,
  words({ side, type, quantity, limitPrice = "", symbol: code }) {
    const values = { quantity: formatDecimal(quantity), code, price: formatPrice(limitPrice) };
    return t()(`words.${side}${type === "limit" ? "Limit" : "Market"}`, values);
  },
  outcome,
};

/** Sells a part of a position, or all of it, at the market. `id` is the position's; its symbol is the subject. */
export const closePosition: MoneyAction<{ id: string; quantity: string }, OrderState> = {
  name: "/position/flatPosition",
  send: (body, key) =>
    reply(api.POST("/position/flatPosition", { body, params: { header: withKey(key) } })).then(
      decodeOrderState,
    ),
  changes: CHANGES,
  words: ({ quantity }, code) =>
    t()("words.sellMarket", { quantity: formatDecimal(quantity), code }),
  outcome,
};

/** Cancels what is left of an order. Its symbol is the subject. */
export const cancelOrder: MoneyAction<{ id: string }, OrderState> = {
  name: "/orders/cancel",
  send: (body, key) =>
    reply(api.POST("/orders/cancel", { body, params: { header: withKey(key) } })).then(
      decodeOrderState,
    ),
  changes: CHANGES,
  words: (_body, code) => t()("words.cancel", { code }),
  outcome: () => i18next.getFixedT(null, "orders")("cancel.done"),
};

/** Changes an order that waits. Its symbol is the subject. */
export const amendOrder: MoneyAction<Amendment, OrderState, ReturnType<typeof encodeAmendment>> = {
  name: "/orders/amend",
  encode: encodeAmendment,
  decode: decodeAmendment,
  send: (body, key) =>
    reply(api.POST("/orders/amend", { body, params: { header: withKey(key) } })).then(
      decodeOrderState,
    ),
  changes: CHANGES,
  // Of an order only one amendment is asked for at a time, until it is known what became of it.
  about: ({ id }) => ({ id }),
  words({ limitPrice, quantity }, code) {
    const values = { code, price: formatPrice(limitPrice), quantity: formatDecimal(quantity) };
    if (limitPrice === undefined) return t()("words.amendQuantity", values);
    return t()(quantity === undefined ? "words.amendPrice" : "words.amendBoth", values);
  },
  outcome,
};

export const usePlaceOrder = (onAnswer: (order: OrderState) => void) =>
  useMoneyAction(placeOrder, { onAnswer });

export const useClosePosition = (symbol: string) =>
  useMoneyAction(closePosition, { subject: symbol });

export const useCancelOrder = (symbol: string, onAnswer: (order: OrderState) => void) =>
  useMoneyAction(cancelOrder, { subject: symbol, onAnswer });

export const useAmendOrder = (
  symbol: string,
  onAnswer: (order: OrderState, earlier: Unanswered | null) => void,
) => useMoneyAction(amendOrder, { subject: symbol, onAnswer });
