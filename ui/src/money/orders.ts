import i18next from "i18next";
import { api, reply, withKey } from "@/api/client";
import { type Closing, decodeClosing, encodeClosing } from "@/api/closing";
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
  type SentOrder,
} from "@/api/orders";
import { type Lasting, limitOf, type Prices } from "@/api/orderTerms";
import type { Unanswered } from "@/api/unanswered";
import { classOf, formatPriceOf, kindOf, type TicketName } from "@/products";
import { instrumentName } from "@/products/instrumentName";
import { amountOf, measured } from "@/products/words";
import { exitOf, exitTerms } from "@/trade/exits";
import { FORMS } from "@/trade/forms";
import { typeRow } from "@/trade/orderTypes";
import { outcomeOf } from "@/trade/outcome";
import { distanceOf, priceTerms } from "@/trade/priceTerms";
import { formatDecimal, formatMoney, isOwnHidden, ownText } from "@/ui";
import { formatDate } from "@/ui/time";
import { useMoneyAction } from "./useMoneyAction";

/** The query families that an order changes. */
const CHANGES = ["orders", "positions", "wallets"] as const;

const t = () => i18next.getFixedT(null, "money");
const orders = () => i18next.getFixedT(null, "orders");
const outcome = (order: OrderState, of: Pick<Instrument, "symbol" | "assetClass">) =>
  outcomeOf(orders(), order, of, isOwnHidden());

type Named = Pick<Instrument, "symbol" | "name">;
type Listed = Named & Pick<Instrument, "market">;

type Placing = MoneyAction<NewOrder, OrderState, SentOrder>;

/** The terms of an order in the words of its product kind. The subject is the instrument, by name and code. */
function wordsFor({ side, terms, size, symbol, market }: NewOrder, subject: string): string {
  const of = { symbol, assetClass: classOf(market) };
  const instrument = subject || symbol;
  const price = formatPriceOf(of, limitOf(terms));
  if (size.amount !== undefined) {
    const key = limitOf(terms) === null ? "words.buyForMarket" : "words.buyForLimit";
    return t()(key, { instrument, price, amount: ownText(formatMoney(size.amount)) });
  }
  const deed = orders()(`deed.${side}`, {
    what: amountOf(orders(), of, ownText(formatDecimal(size.quantity)), instrument),
    context: kindOf(of).words,
  });
  return t()(`words.${typeRow(terms.type).words}`, {
    deed,
    price,
    terms: priceTerms(orders(), of, terms),
  });
}

/** Places orders by the call of a ticket. */
const placing = ({ call, market, place }: (typeof FORMS)[TicketName]): Placing => ({
  name: call,
  encode: encodeOrder,
  decode: (sent) => decodeNewOrder(sent, market),
  // The proposed limit and the shares that an amount buys move with the market.
  about: aboutOrder,
  send: place,
  changes: CHANGES,
  words: wordsFor,
  outcome: (order, of) => outcome(order, { symbol: of.symbol, assetClass: classOf(of.market) }),
});

/** The money actions that place orders, by ticket. */
export const placeOrders = Object.fromEntries(
  Object.entries(FORMS).map(([ticket, form]) => [ticket, placing(form)]),
) as Record<TicketName, Placing>;

/** Separates an instrument's name, market and symbol in a subject. */
const AND = "\n";

const subjectOf = (instrument: Listed) =>
  [instrumentName(instrument), instrument.market, instrument.symbol].join(AND);

/** Subjects stored before there were several markets have only the name. */
function subjectFrom(text: string) {
  const [name = "", market, symbol = ""] = text.split(AND);
  return { name, symbol, assetClass: classOf(market) };
}

/** The prices at which an order closes; of a pair, both. */
function exitWords(closing: Closing, of: Pick<Instrument, "symbol" | "assetClass">): string {
  const exit = exitOf(closing);
  const words = (terms: Prices) => priceTerms(i18next.getFixedT(null, "orders"), of, terms);
  const stop = words(exitTerms(exit));
  if (exit.type !== "pair") return stop;
  return `${words({ type: "limit", limitPrice: exit.takeProfit })} / ${stop}`;
}

/** Closes a position, fully or in part: at the market, or by an order that waits. `id` is the position's; the subject is its instrument. */
export const closePosition: MoneyAction<Closing, OrderState, ReturnType<typeof encodeClosing>> = {
  name: "/position/flatPosition",
  encode: encodeClosing,
  decode: decodeClosing,
  send: (body, key) =>
    reply(api.POST("/position/flatPosition", { body, params: { header: withKey(key) } })).then(
      decodeOrderState,
    ),
  changes: CHANGES,
  // Only one close of a position, of any size, can be sent until its outcome is known.
  about: ({ id }) => ({ id }),
  words(closing, subject) {
    const of = subjectFrom(subject);
    const deed = orders()("deed.close", {
      what: amountOf(orders(), of, ownText(formatDecimal(closing.quantity)), of.name),
      context: kindOf(of).words,
    });
    if (exitOf(closing).type === "market") return t()("words.market", { deed });
    return t()("words.terms", { deed, terms: exitWords(closing, of) });
  },
  outcome: (order, _body, subject) => outcome(order, subjectFrom(subject)),
};

/** Cancels the rest of an order. The subject is its instrument. */
export const cancelOrder: MoneyAction<{ id: string }, OrderState> = {
  name: "/orders/cancel",
  send: (body, key) =>
    reply(api.POST("/orders/cancel", { body, params: { header: withKey(key) } })).then(
      decodeOrderState,
    ),
  changes: CHANGES,
  words: (_body, instrument) => t()("words.cancel", { instrument }),
  outcome: () => orders()("cancel.done"),
};

/** Each change of an amendment in words. */
function changesOf(
  { limitPrice, stopPrice, trail, quantity, lasting }: Amendment,
  of: Pick<Instrument, "symbol" | "assetClass">,
): string[] {
  const changes = [
    limitPrice && t()("changes.price", { price: formatPriceOf(of, limitPrice) }),
    stopPrice && t()("changes.stop", { price: formatPriceOf(of, stopPrice) }),
    trail && t()("changes.trail", { distance: distanceOf(of, { type: "trailingStop", trail }) }),
    quantity &&
      t()("changes.quantity", {
        quantity: measured(orders(), of, ownText(formatDecimal(quantity))),
      }),
    lasting && lastingText(lasting),
  ];
  return changes.filter((change): change is string => Boolean(change));
}

function lastingText(lasting: Lasting): string | undefined {
  if (lasting.timeInForce === "gtd") {
    return t()("changes.gtd", { date: formatDate(lasting.expireDate, i18next.language) });
  }
  const { timeInForce } = lasting;
  return timeInForce === "day" || timeInForce === "gtc" ? t()(`changes.${timeInForce}`) : undefined;
}

/** Changes a working order. The subject is its instrument. */
export const amendOrder: MoneyAction<Amendment, OrderState, ReturnType<typeof encodeAmendment>> = {
  name: "/orders/amend",
  encode: encodeAmendment,
  decode: decodeAmendment,
  send: (body, key) =>
    reply(api.POST("/orders/amend", { body, params: { header: withKey(key) } })).then(
      decodeOrderState,
    ),
  changes: CHANGES,
  // Only one amendment of an order can be sent until its outcome is known.
  about: ({ id }) => ({ id }),
  words(amendment, subject) {
    const instrument = subjectFrom(subject);
    const changes = changesOf(amendment, instrument).join(" · ");
    return t()("words.amend", { instrument: instrument.name, changes });
  },
  outcome: (order, _body, subject) => outcome(order, subjectFrom(subject)),
};

/** Places orders for an instrument, by the call of a ticket. */
export const usePlaceOrder = (
  ticket: TicketName,
  instrument: Named,
  onAnswer: (order: OrderState) => void,
) => useMoneyAction(placeOrders[ticket], { subject: instrumentName(instrument), onAnswer });

export const useClosePosition = (instrument: Listed) =>
  useMoneyAction(closePosition, { subject: subjectOf(instrument) });

export const useCancelOrder = (instrument: Named, onAnswer: (order: OrderState) => void) =>
  useMoneyAction(cancelOrder, { subject: instrumentName(instrument), onAnswer });

export const useAmendOrder = (
  instrument: Listed,
  onAnswer: (order: OrderState, earlier: Unanswered | null) => void,
) => useMoneyAction(amendOrder, { subject: subjectOf(instrument), onAnswer });
