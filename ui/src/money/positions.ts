import i18next from "i18next";
import { api, reply, withKey } from "@/api/client";
import { type Roll, type Rolled, rollPosition } from "@/api/futureTrading";
import { classOf } from "@/api/market";
import type { MoneyAction } from "@/api/moneyAction";
import type { OrderState } from "@/api/orders";
import {
  type ChangedPosition,
  decodeChangedPosition,
  decodeProtection,
  encodeProtection,
  type Protection,
} from "@/api/positions";
import { formatAverageOf } from "@/products";
import { measured } from "@/products/words";
import { outcomeOf } from "@/trade/outcome";
import { leaveTelling } from "@/trade/toldOrders";
import { formatDecimal, formatMoney, isOwnHidden, isPositive, ownText } from "@/ui";

const CHANGES = ["positions", "wallets", "orders"] as const;

const t = () => i18next.getFixedT(null, "money");

/** Adds margin to a position. The subject is its instrument. */
export const addMargin: MoneyAction<{ id: string; amount: string }, ChangedPosition> = {
  name: "/position/addPositionMargin",
  send: (body, key) =>
    reply(api.POST("/position/addPositionMargin", { body, params: { header: withKey(key) } })).then(
      decodeChangedPosition,
    ),
  changes: CHANGES,
  words: ({ amount }, instrument) =>
    t()("words.addMargin", { amount: ownText(formatMoney(amount)), instrument }),
  outcome: ({ cost, currency }) =>
    t()("outcome.margin", { amount: ownText(formatMoney(cost, currency)), currency }),
};

/** Takes margin back from a position. The subject is its instrument. */
export const removeMargin: MoneyAction<{ id: string; amount: string }, ChangedPosition> = {
  name: "/position/removeMargin",
  send: (body, key) =>
    reply(api.POST("/position/removeMargin", { body, params: { header: withKey(key) } })).then(
      decodeChangedPosition,
    ),
  // All that can be taken back follows the market, so that a second try may have another amount.
  about: ({ id }) => ({ id }),
  changes: CHANGES,
  words: ({ amount }, instrument) =>
    t()("words.removeMargin", { amount: ownText(formatMoney(amount)), instrument }),
  outcome: ({ cost, currency }) =>
    t()("outcome.margin", { amount: ownText(formatMoney(cost, currency)), currency }),
};

/** Switches the refill of a future's margin on or off. The subject is its instrument. */
export const setRefill: MoneyAction<{ id: string; enabled: boolean }, ChangedPosition> = {
  name: "/position/marginRefill",
  send: (body, key) =>
    reply(api.POST("/position/marginRefill", { body, params: { header: withKey(key) } })).then(
      decodeChangedPosition,
    ),
  // A try without an answer may have switched it already: the next press asks what came of it.
  about: ({ id }) => ({ id }),
  changes: CHANGES,
  words: ({ enabled }, instrument) =>
    t()(enabled ? "words.refillOn" : "words.refillOff", { instrument }),
  outcome: (_answer, { enabled }) => t()(enabled ? "outcome.refillOn" : "outcome.refillOff"),
};

/** Sets the leverage of a position. The subject is its instrument. */
export const setLeverage: MoneyAction<{ id: string; leverage: string }, ChangedPosition> = {
  name: "/position/leverage",
  send: (body, key) =>
    reply(api.POST("/position/leverage", { body, params: { header: withKey(key) } })).then(
      decodeChangedPosition,
    ),
  changes: CHANGES,
  words: ({ leverage }, instrument) =>
    t()("words.leverage", { leverage: formatDecimal(leverage), instrument }),
  outcome: ({ cost, currency }) =>
    t()("outcome.margin", { amount: ownText(formatMoney(cost, currency)), currency }),
};

/** Sets the stop loss and take profit of a position. The subject is its instrument. */
export const protect: MoneyAction<
  Protection,
  ChangedPosition,
  ReturnType<typeof encodeProtection>
> = {
  name: "/position/protect",
  encode: encodeProtection,
  decode: decodeProtection,
  send: (body, key) =>
    reply(api.POST("/position/protect", { body, params: { header: withKey(key) } })).then(
      decodeChangedPosition,
    ),
  changes: CHANGES,
  words: (_body, instrument) => t()("words.protect", { instrument }),
  outcome: () => t()("outcome.protected"),
};

/** Sends a roll, whose outcome says what became of both orders. What fills later is told as of any order. */
async function roll(body: Roll, key: string): Promise<Rolled> {
  const rolled = await rollPosition(body, key);
  for (const order of [rolled.closed, rolled.opened]) {
    if (order?.status === "filled") leaveTelling(order.id);
  }
  return rolled;
}

/** What became of a roll, as one sentence. `code` is that of the month that it left. */
function rolledText({ closed, opened }: Rolled, contract: string, code: string): string {
  const orders = i18next.getFixedT(null, "orders");
  const product = { assetClass: classOf("Future") };
  const side = (of: OrderState, symbol: string) => ({
    quantity: measured(orders, product, formatDecimal(of.filled)),
    price: formatAverageOf({ ...product, symbol }, of.averagePrice),
  });
  if (!isPositive(closed.filled)) return t()("outcome.notRolled", { code });
  if (!opened) return t()("outcome.rolledHalf", { code, contract });
  if (isOwnHidden()) return t()("outcome.rolled", { code, contract });
  const { quantity, price } = side(closed, code);
  const half = t()("outcome.rollClosed", { code, quantity, price });
  if (opened.status !== "filled") {
    const outcome = outcomeOf(orders, opened, { ...product, symbol: contract }, false);
    return t()("outcome.rollRests", { half, contract, outcome });
  }
  const now = side(opened, contract);
  return t()("outcome.rollOpened", { half, contract, ...now });
}

/** Closes a position in a future and opens it in another month. The subject is the code of the month that it leaves. */
export const rollFuture: MoneyAction<Roll, Rolled> = {
  name: "/position/roll",
  send: roll,
  // Only one roll of a position can be sent until its outcome is known.
  about: ({ id }) => ({ id }),
  changes: CHANGES,
  words: ({ symbol }, code) => t()("words.roll", { instrument: code, contract: symbol }),
  outcome: (rolled, { symbol }, code) => rolledText(rolled, symbol, code),
  outcomeSaysAll: true,
};
