import i18next from "i18next";
import { api, reply, withKey } from "@/api/client";
import type { Listing } from "@/api/market";
import type { MoneyAction } from "@/api/moneyAction";
import {
  type Amendment,
  aboutOrder,
  decodeAmendment,
  decodeNewOrder,
  decodeOrderState,
  encodeAmendment,
  encodeForexOrder,
  encodeOrder,
  type NewOrder,
  type OrderState,
  type SentOrder,
} from "@/api/orders";
import type { Unanswered } from "@/api/unanswered";
import { useMoneyAction } from "@/api/useMoneyAction";
import { classOf, formatPriceOf, type Kind, kindOfMarket } from "@/products";
import { formatDecimal, formatPrice } from "@/ui";
import { outcomeOf } from "./outcome";

/** What an order changes for the customer. */
const CHANGES = ["orders", "positions", "wallets"] as const;

const t = () => i18next.getFixedT(null, "money");
const outcome = (order: OrderState) => outcomeOf(i18next.getFixedT(null, "orders"), order);

type Placing = MoneyAction<NewOrder, OrderState, SentOrder>;

/** What an order asks for, in the words of its kind. */
function wordsFor({ side, type, quantity, limitPrice = "", symbol, market }: NewOrder): string {
  const price = formatPriceOf({ symbol, assetClass: classOf(market) }, limitPrice);
  const values = {
    quantity: formatDecimal(quantity),
    code: symbol,
    price,
    context: kindOfMarket(market).words,
  };
  return t()(`words.${side}${type === "limit" ? "Limit" : "Market"}`, values);
}

/** Places orders on a market by the call that is for it. */
const placing = (
  market: string,
  send: (body: SentOrder, header: ReturnType<typeof withKey>) => Promise<OrderState>,
): Placing => ({
  name: kindOfMarket(market).place,
  encode: kindOfMarket(market).onMargin ? encodeForexOrder : encodeOrder,
  decode: (sent) => decodeNewOrder(sent, market),
  // The limit that is proposed and the shares that an amount buys move with the market.
  about: aboutOrder,
  send: (body, key) => send(body, withKey(key)),
  changes: CHANGES,
  words: wordsFor,
  outcome,
});

/** Every way to place an order, by its call. */
const PLACING: Record<Kind["place"], Placing> = {
  "/stock/create": placing("UsStock", (body, header) =>
    reply(api.POST("/stock/create", { body, params: { header } })).then(decodeOrderState),
  ),
  "/hk/create": placing("HK", (body, header) =>
    reply(api.POST("/hk/create", { body, params: { header } })).then(decodeOrderState),
  ),
  "/crude/create": placing("Forex", (body, header) =>
    reply(
      api.POST("/crude/create", {
        body: body as ReturnType<typeof encodeForexOrder>,
        params: { header },
      }),
    ).then(decodeOrderState),
  ),
};

export const placeOrders = Object.values(PLACING);

/** Closes a part of a position, or all of it, at the market. `id` is the position's; its symbol and its market are the subject. */
export const closePosition: MoneyAction<{ id: string; quantity: string }, OrderState> = {
  name: "/position/flatPosition",
  send: (body, key) =>
    reply(api.POST("/position/flatPosition", { body, params: { header: withKey(key) } })).then(
      decodeOrderState,
    ),
  changes: CHANGES,
  words({ quantity }, subject) {
    const [code, market] = subject.split(" ");
    const context = kindOfMarket(market).onMargin ? "closing" : undefined;
    return t()("words.sellMarket", { quantity: formatDecimal(quantity), code, context });
  },
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

/** Places orders on a market. */
export const usePlaceOrder = (market: string, onAnswer: (order: OrderState) => void) =>
  useMoneyAction(PLACING[kindOfMarket(market).place], { onAnswer });

export const useClosePosition = ({ symbol, market }: Listing) =>
  useMoneyAction(closePosition, { subject: `${symbol} ${market}` });

export const useCancelOrder = (symbol: string, onAnswer: (order: OrderState) => void) =>
  useMoneyAction(cancelOrder, { subject: symbol, onAnswer });

export const useAmendOrder = (
  symbol: string,
  onAnswer: (order: OrderState, earlier: Unanswered | null) => void,
) => useMoneyAction(amendOrder, { subject: symbol, onAnswer });
