import { rows } from "./row.ts";

/** Deposits, withdrawals, and transfers between accounts. */
export const fundsScreens = rows({
  transactions: {
    path: "/pages/profile/transaction",
    query: "bill",
    who: "customer",
    tab: "profile",
    title: "funds:bill.title",
    place: "main",
  },
  transfer: {
    path: "/pages/profile/transfer",
    query: "transfer",
    who: "customer",
    tab: "profile",
    title: "funds:transfer.title",
  },
  deposit: {
    path: "/pages/deposit/index",
    who: "customer",
    tab: "profile",
    title: "funds:deposit.title",
  },
  depositFiat: {
    path: "/pages/deposit/fiat",
    query: "deposit",
    who: "customer",
    tab: "profile",
    title: "funds:deposit.channel.fiat",
  },
  depositCertificate: {
    path: "/pages/deposit/certificate",
    query: "deposit",
    who: "customer",
    tab: "profile",
    title: "funds:deposit.channel.certificate",
  },
  depositWallet: {
    path: "/pages/deposit/wallet",
    who: "customer",
    tab: "profile",
    title: "funds:deposit.channel.wallet",
  },
  depositRecord: {
    path: "/pages/deposit/record",
    who: "customer",
    tab: "profile",
    title: "funds:record.title",
  },
  withdrawCard: {
    path: "/pages/withdraw/bcard",
    who: "customer",
    tab: "profile",
    title: "withdrawals:title",
  },
  withdrawWallet: {
    path: "/pages/withdraw/vm",
    who: "customer",
    tab: "profile",
    title: "withdrawals:title",
  },
  withdrawal: {
    path: "/pages/withdraw/detail",
    query: "withdrawal",
    who: "customer",
    tab: "profile",
    title: "payouts:detail.title",
  },
  withdrawalTimes: {
    path: "/pages/withdraw/times",
    who: "anyone",
    tab: "profile",
    title: "payouts:times.title",
  },
  payouts: {
    path: "/pages/bcard/index",
    who: "customer",
    tab: "profile",
    title: "withdrawals:accounts.title",
  },
  bankAccount: {
    path: "/pages/bcard/modify",
    query: "payout",
    who: "customer",
    tab: "profile",
    title: "withdrawals:account.card",
  },
  walletAddress: {
    path: "/pages/vm/modify",
    query: "payout",
    who: "customer",
    tab: "profile",
    title: "withdrawals:account.wallet",
  },
});
