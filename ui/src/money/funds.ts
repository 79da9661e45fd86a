import i18next from "i18next";
import { api, reply, withKey } from "@/api/client";
import {
  type Deposit,
  decodeDeposit,
  decodeTransfer,
  type NewTransfer,
  type Transfer,
} from "@/api/funds";
import type { MoneyAction } from "@/api/moneyAction";
import { aboutDeposit, decodeNewDeposit, encodeDeposit, type NewDeposit } from "@/api/newDeposit";
import { formatMoney, ownText } from "@/ui";

const inFunds = () => i18next.getFixedT(null, "funds");
const inMoney = () => i18next.getFixedT(null, "money");

/** Moves money between the customer's own accounts; the pay password confirms it. The subject is the currency. */
export const transferMoney: MoneyAction<NewTransfer, Transfer> = {
  name: "/wallet/transfer",
  // A second try may have a new quote.
  about: ({ from, to, amount }) => ({ from, to, amount }),
  send(transfer, key, payPassword) {
    const body = { ...transfer, payPassword };
    return reply(api.POST("/wallet/transfer", { body, params: { header: withKey(key) } })).then(
      decodeTransfer,
    );
  },
  changes: ["wallets", "bill", "fundingOverview", "usable"],
  words: ({ amount, from, to }, currency) =>
    inMoney()("words.transfer", {
      amount: `${ownText(formatMoney(amount))} ${currency}`.trim(),
      from: inFunds()(`wallet.${from}`),
      to: inFunds()(`wallet.${to}`),
    }),
  outcome: ({ status }) => inFunds()(status === "completed" ? "transfer.done" : "transfer.pending"),
  needsPayPassword: true,
};

/** Announces a deposit, which is then reviewed. */
export const announceDeposit: MoneyAction<NewDeposit, Deposit, ReturnType<typeof encodeDeposit>> = {
  name: "/recharge/create",
  encode: encodeDeposit,
  decode: decodeNewDeposit,
  about: aboutDeposit,
  send: (body, key) =>
    reply(api.POST("/recharge/create", { body, params: { header: withKey(key) } })).then(
      decodeDeposit,
    ),
  changes: ["deposits"],
  words: ({ amount, currency }) =>
    inMoney()("words.deposit", { amount: ownText(formatMoney(amount)), currency }),
  outcome: ({ status }) => inFunds()(`record.${status}`),
};

/** Cancels a pending deposit. The subject is its amount. */
export const cancelDeposit: MoneyAction<{ id: string }, Deposit> = {
  name: "/recharge/cancel",
  send: (body, key) =>
    reply(api.POST("/recharge/cancel", { body, params: { header: withKey(key) } })).then(
      decodeDeposit,
    ),
  changes: ["deposits"],
  words: (_body, amount) => inMoney()("words.cancelDeposit", { amount: ownText(amount) }),
  outcome: ({ status }) => inFunds()(`record.${status}`),
};
