import i18next from "i18next";
import { api, reply, withKey } from "@/api/client";
import type { MoneyAction } from "@/api/moneyAction";
import {
  type ChangedPosition,
  decodeChangedPosition,
  decodeProtection,
  encodeProtection,
  type Protection,
} from "@/api/positions";
import { formatDecimal, formatMoney, ownText } from "@/ui";

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
