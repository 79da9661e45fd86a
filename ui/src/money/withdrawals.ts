import i18next from "i18next";
import { api, reply, withKey } from "@/api/client";
import type { MoneyAction } from "@/api/moneyAction";
import {
  decodeNewWithdrawal,
  decodeWithdrawal,
  encodeWithdrawal,
  type NewWithdrawal,
  type Withdrawal,
} from "@/api/withdrawals";
import { formatMoney, ownText } from "@/ui";

const inWithdrawals = () => i18next.getFixedT(null, "withdrawals");
const inMoney = () => i18next.getFixedT(null, "money");

const CHANGES = ["withdrawals", "usable", "wallets", "fundingOverview"] as const;

/** Requests a withdrawal to a saved account, whose name is the subject; the pay password confirms it. */
export const requestWithdrawal: MoneyAction<
  NewWithdrawal,
  Withdrawal,
  ReturnType<typeof encodeWithdrawal>
> = {
  name: "/withdrawal/withdrawal-apply",
  encode: encodeWithdrawal,
  decode: decodeNewWithdrawal,
  send(sent, key, payPassword) {
    const body = { ...sent, payPassword };
    return reply(
      api.POST("/withdrawal/withdrawal-apply", { body, params: { header: withKey(key) } }),
    ).then(decodeWithdrawal);
  },
  changes: CHANGES,
  words: ({ amount, currency }, account) =>
    inMoney()("words.withdraw", { amount: ownText(formatMoney(amount)), currency, account }),
  outcome: ({ status }) => inWithdrawals()(`status.${status}`),
  needsPayPassword: true,
};

/** Cancels a pending withdrawal. The subject is its amount. */
export const cancelWithdrawal: MoneyAction<{ id: string }, Withdrawal> = {
  name: "/withdrawal/cancel",
  send: (body, key) =>
    reply(api.POST("/withdrawal/cancel", { body, params: { header: withKey(key) } })).then(
      decodeWithdrawal,
    ),
  changes: CHANGES,
  words: (_body, amount) => inMoney()("words.cancelWithdrawal", { amount: ownText(amount) }),
  outcome: ({ status }) => inWithdrawals()(`status.${status}`),
};
