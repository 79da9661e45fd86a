import i18next from "i18next";
import { api, reply, withKey } from "@/api/client";
import type { Instrument } from "@/api/market";
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
import { instrumentName } from "@/instrumentName";
import { formatDecimal, formatPrice, isOwnHidden, ownText } from "@/ui";
import { outcomeOf } from "./outcome";

/** What an order changes for the customer. */
const CHANGES = ["orders", "positions", "wallets"] as const;

const t = () => i18next.getFixedT(null, "money");
const outcome = (order: OrderState) =>
  outcomeOf(i18next.getFixedT(null, "orders"), order, isOwnHidden());

/** Places an order. What is bought or sold is the subject, by name and code. */
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
  words({ side, type, quantity, limitPrice = "", symbol }, subject) {
    const values = {
      quantity: ownText(formatDecimal(quantity)),
      instrument: subject || symbol,
      price: formatPrice(limitPrice),
    };
    return t()(`words.${side}${type === "limit" ? "Limit" : "Market"}`, values);
  },
  outcome,
};

/** Sells a part of a position, or all of it, at the market. `id` is the position's; what it is of is the subject. */
export const closePosition: MoneyAction<{ id: string; quantity: string }, OrderState> = {
  name: "/position/flatPosition",
  send: (body, key) =>
    reply(api.POST("/position/flatPosition", { body, params: { header: withKey(key) } })).then(
      decodeOrderState,
    ),
  changes: CHANGES,
  // Of a position only one sale is asked for at a time, until it is known what became of it, whatever its size.
  about: ({ id }) => ({ id }),
  words: ({ quantity }, instrument) =>
    t()("words.sellMarket", { quantity: ownText(formatDecimal(quantity)), instrument }),
  outcome,
};

/** Cancels what is left of an order. What it is of is the subject. */
export const cancelOrder: MoneyAction<{ id: string }, OrderState> = {
  name: "/orders/cancel",
  send: (body, key) =>
    reply(api.POST("/orders/cancel", { body, params: { header: withKey(key) } })).then(
      decodeOrderState,
    ),
  changes: CHANGES,
  words: (_body, instrument) => t()("words.cancel", { instrument }),
  outcome: () => i18next.getFixedT(null, "orders")("cancel.done"),
};

/** Changes an order that waits. What it is of is the subject. */
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
  words({ limitPrice, quantity }, instrument) {
    const values = {
      instrument,
      price: formatPrice(limitPrice),
      quantity: ownText(formatDecimal(quantity)),
    };
    if (limitPrice === undefined) return t()("words.amendQuantity", values);
    return t()(quantity === undefined ? "words.amendPrice" : "words.amendBoth", values);
  },
  outcome,
};

type Subject = Pick<Instrument, "symbol" | "name">;

export const usePlaceOrder = (instrument: Subject, onAnswer: (order: OrderState) => void) =>
  useMoneyAction(placeOrder, { subject: instrumentName(instrument), onAnswer });

export const useClosePosition = (instrument: Subject) =>
  useMoneyAction(closePosition, { subject: instrumentName(instrument) });

export const useCancelOrder = (instrument: Subject, onAnswer: (order: OrderState) => void) =>
  useMoneyAction(cancelOrder, { subject: instrumentName(instrument), onAnswer });

export const useAmendOrder = (
  instrument: Subject,
  onAnswer: (order: OrderState, earlier: Unanswered | null) => void,
) => useMoneyAction(amendOrder, { subject: instrumentName(instrument), onAnswer });
