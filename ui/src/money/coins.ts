import i18next from "i18next";
import { api, reply, withKey } from "@/api/client";
import { decodeRelease, type TestPayment } from "@/api/coins";
import type { Money } from "@/api/money";
import type { MoneyAction } from "@/api/moneyAction";
import { formatMoney, ownText } from "@/ui";

const inDeposits = () => i18next.getFixedT(null, "deposits");
const inMoney = () => i18next.getFixedT(null, "money");

/** Credits a currency's coins in suspense, although they are below the minimum. */
export const releaseSuspense: MoneyAction<{ currency: string }, Money> = {
  name: "/recharge/releaseSuspense",
  send: (body, key) =>
    reply(api.POST("/recharge/releaseSuspense", { body, params: { header: withKey(key) } })).then(
      decodeRelease,
    ),
  changes: ["suspense", "deposits", "wallets", "bill", "fundingOverview", "usable"],
  words: ({ currency }) => inMoney()("words.releaseSuspense", { currency }),
  outcome: ({ amount, currency }) =>
    inDeposits()("released", { amount: ownText(formatMoney(amount)), currency }),
};

/** Sends coins on a simulated chain to the customer's own address. */
export const sendTestPayment: MoneyAction<TestPayment, { transaction: string }> = {
  name: "/recharge/simulate",
  send: (body, key) =>
    reply(api.POST("/recharge/simulate", { body, params: { header: withKey(key) } })),
  changes: ["deposits", "suspense"],
  words: ({ amount, currency }) =>
    inMoney()("words.testPayment", { amount: ownText(formatMoney(amount)), currency }),
  outcome: () => inDeposits()("testSent"),
};
