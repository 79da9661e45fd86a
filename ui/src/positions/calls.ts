import i18next from "i18next";
import { api, reply, withKey } from "@/api/client";
import type { MoneyAction } from "@/api/moneyAction";
import { type ChangedPosition, decodeChangedPosition, type Protection } from "@/api/positions";
import { formatDecimal, formatMoney } from "@/ui";

const CHANGES = ["positions", "wallets", "orders"] as const;

const t = () => i18next.getFixedT(null, "money");

/** Sets more aside for a position. The symbol is the subject. */
export const addMargin: MoneyAction<{ id: string; amount: string }, ChangedPosition> = {
  name: "/position/addPositionMargin",
  send: (body, key) =>
    reply(api.POST("/position/addPositionMargin", { body, params: { header: withKey(key) } })).then(
      decodeChangedPosition,
    ),
  changes: CHANGES,
  words: ({ amount }, code) => t()("words.addMargin", { amount: formatMoney(amount), code }),
  outcome: ({ cost, currency }) =>
    t()("outcome.margin", { amount: formatMoney(cost, currency), currency }),
};

/** Sets the leverage of a position. The symbol is the subject. */
export const setLeverage: MoneyAction<{ id: string; leverage: string }, ChangedPosition> = {
  name: "/position/leverage",
  send: (body, key) =>
    reply(api.POST("/position/leverage", { body, params: { header: withKey(key) } })).then(
      decodeChangedPosition,
    ),
  changes: CHANGES,
  words: ({ leverage }, code) => t()("words.leverage", { leverage: formatDecimal(leverage), code }),
  outcome: ({ cost, currency }) =>
    t()("outcome.margin", { amount: formatMoney(cost, currency), currency }),
};

/** Sets where a position is closed by itself. The symbol is the subject. */
export const protect: MoneyAction<Protection, ChangedPosition> = {
  name: "/position/protect",
  send: (body, key) =>
    reply(api.POST("/position/protect", { body, params: { header: withKey(key) } })).then(
      decodeChangedPosition,
    ),
  changes: CHANGES,
  words: (_body, code) => t()("words.protect", { code }),
  outcome: () => t()("outcome.protected"),
};
