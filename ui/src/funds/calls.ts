import i18next from "i18next";
import { api, reply, withKey } from "@/api/client";
import type { MoneyAction } from "@/api/moneyAction";
import type { Deposit, DepositKind, Transfer, WalletType } from "@/api/types";
import { formatMoney } from "@/ui";
import { statusOf } from "./deposits";

export interface TransferOrder {
  from: WalletType;
  to: WalletType;
  amount: string;
}

export interface DepositOrder {
  channel: DepositKind;
  currency: string;
  amount: string;
}

const inFunds = () => i18next.getFixedT(null, "funds");
const inMoney = () => i18next.getFixedT(null, "money");

/** Moves money between the customer's own accounts; the pay password confirms it. The currency is the subject. */
export const transferMoney: MoneyAction<TransferOrder, Transfer> = {
  name: "/wallet/transfer",
  send(order, key, payPassword) {
    const body = { ...order, payPassword };
    return reply(api.POST("/wallet/transfer", { body, params: { header: withKey(key) } }));
  },
  changes: ["wallets", "bill", "fundingOverview"],
  words: ({ amount, from, to }, currency) =>
    inMoney()("words.transfer", {
      amount: `${formatMoney(amount)} ${currency}`.trim(),
      from: inFunds()(`wallet.${from}`),
      to: inFunds()(`wallet.${to}`),
    }),
  outcome: ({ status }) => inFunds()(status === 1 ? "transfer.done" : "transfer.pending"),
  needsPayPassword: true,
};

/** Announces a deposit, which then waits for its review. */
export const announceDeposit: MoneyAction<DepositOrder, Deposit> = {
  name: "/recharge/create",
  send: (body, key) =>
    reply(api.POST("/recharge/create", { body, params: { header: withKey(key) } })),
  changes: ["deposits"],
  words: ({ amount, currency }) =>
    inMoney()("words.deposit", { amount: formatMoney(amount), currency }),
  outcome: (deposit) => inFunds()(`record.${statusOf(deposit)}`),
};
