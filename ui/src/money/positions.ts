import i18next from "i18next";
import { api, reply, withKey } from "@/api/client";
import { type Roll, type Rolled, rollPosition } from "@/api/futureTrading";
import { classOf } from "@/api/market";
import type { MoneyAction } from "@/api/moneyAction";
import {
  type ChangedPosition,
  decodeChangedPosition,
  decodeProtection,
  encodeProtection,
  type Protection,
} from "@/api/positions";
import { outcomeOf } from "@/trade/outcome";
import { formatDecimal, formatMoney, isOwnHidden, ownText } from "@/ui";

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

/** Closes a position in a future and opens it in another month. The subject is its instrument. */
export const rollFuture: MoneyAction<Roll, Rolled> = {
  name: "/position/roll",
  send: rollPosition,
  // Only one roll of a position can be sent until its outcome is known.
  about: ({ id }) => ({ id }),
  changes: CHANGES,
  words: ({ symbol }, instrument) => t()("words.roll", { instrument, contract: symbol }),
  outcome: ({ opened }, { symbol }) =>
    opened
      ? outcomeOf(
          i18next.getFixedT(null, "orders"),
          opened,
          { symbol, assetClass: classOf("Future") },
          isOwnHidden(),
        )
      : t()("outcome.rolledHalf", { contract: symbol }),
};
