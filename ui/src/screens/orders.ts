import { rows } from "./row.ts";

/** Tickets, and the details of orders. */
export const ordersScreens = rows({
  payStock: {
    path: "/pages/payment/stock",
    query: "ticket",
    who: "anyone",
    tab: "market",
    title: "orders:ticket.title",
  },
  payForex: {
    path: "/pages/payment/forex",
    query: "ticket",
    who: "anyone",
    tab: "market",
    assets: "forex",
    title: "orders:ticket.title",
  },
  payFuture: {
    path: "/pages/payment/future",
    query: "ticket",
    who: "anyone",
    tab: "market",
    assets: "future",
    title: "orders:ticket.title",
  },
  payCrypto: {
    path: "/pages/payment/crypto",
    query: "ticket",
    who: "anyone",
    tab: "market",
    assets: "crypto",
    title: "orders:ticket.title",
  },
  payClose: {
    path: "/pages/payment/close",
    query: "close",
    who: "customer",
    tab: "trade",
    title: "orders:close.title",
  },
  tradeDetail: {
    path: "/pages/trade/detail",
    query: "tradeDetail",
    who: "customer",
    tab: "trade",
    title: "orders:detail.title",
  },
});
