import i18next from "i18next";
import { api, reply, withKey } from "@/api/client";
import type { MoneyAction } from "@/api/moneyAction";
import type { Order, OrderBody } from "@/api/types";
import { useMoneyAction } from "@/api/useMoneyAction";
import { formatDecimal, formatPrice } from "@/ui";
import { outcomeOf } from "./outcome";
import { BUY, LIMIT } from "./words";

/** What an order changes for the customer. */
const CHANGES = ["orders", "positions", "wallets"] as const;

const t = () => i18next.getFixedT(null, "money");
const outcome = (order: Order) => outcomeOf(i18next.getFixedT(null, "orders"), order);

/** Places an order. */
export const placeOrder: MoneyAction<OrderBody, Order> = {
  name: "/stock/create",
  send: (body, key) => reply(api.POST("/stock/create", { body, params: { header: withKey(key) } })),
  changes: CHANGES,
  words({ direction, orderType, quantity, price, stockCode: code }) {
    const values = { quantity: formatDecimal(quantity), code, price: formatPrice(price) };
    const side = direction === BUY ? "buy" : "sell";
    return t()(`words.${side}${orderType === LIMIT ? "Limit" : "Market"}`, values);
  },
  outcome,
};

/** Sells a part of a position, or all of it, at the market. `id` is the position's; its stock is the subject. */
export const closePosition: MoneyAction<{ id: string; quantity: string }, Order> = {
  name: "/position/flatPosition",
  send: (body, key) =>
    reply(api.POST("/position/flatPosition", { body, params: { header: withKey(key) } })),
  changes: CHANGES,
  words: ({ quantity }, code) =>
    t()("words.sellMarket", { quantity: formatDecimal(quantity), code }),
  outcome,
};

/** Cancels what is left of an order. Its stock is the subject. */
export const cancelOrder: MoneyAction<{ id: string }, Order> = {
  name: "/orders/cancel",
  send: (body, key) =>
    reply(api.POST("/orders/cancel", { body, params: { header: withKey(key) } })),
  changes: CHANGES,
  words: (_body, code) => t()("words.cancel", { code }),
  outcome: () => i18next.getFixedT(null, "orders")("cancel.done"),
};

export const usePlaceOrder = () => useMoneyAction(placeOrder);

export const useClosePosition = (code: string) => useMoneyAction(closePosition, { subject: code });

export const useCancelOrder = (code: string, onAnswer: (order: Order) => void) =>
  useMoneyAction(cancelOrder, { subject: code, onAnswer });
