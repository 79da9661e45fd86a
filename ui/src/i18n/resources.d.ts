import "i18next";
import type bills from "../locales/en/bills.json";
import type chart from "../locales/en/chart.json";
import type common from "../locales/en/common.json";
import type days from "../locales/en/days.json";
import type deposits from "../locales/en/deposits.json";
import type events from "../locales/en/events.json";
import type files from "../locales/en/files.json";
import type funds from "../locales/en/funds.json";
import type home from "../locales/en/home.json";
import type identity from "../locales/en/identity.json";
import type inbox from "../locales/en/inbox.json";
import type join from "../locales/en/join.json";
import type kinds from "../locales/en/kinds.json";
import type kyc from "../locales/en/kyc.json";
import type market from "../locales/en/market.json";
import type money from "../locales/en/money.json";
import type news from "../locales/en/news.json";
import type offers from "../locales/en/offers.json";
import type orders from "../locales/en/orders.json";
import type payouts from "../locales/en/payouts.json";
import type positions from "../locales/en/positions.json";
import type rules from "../locales/en/rules.json";
import type sectors from "../locales/en/sectors.json";
import type settings from "../locales/en/settings.json";
import type ticket from "../locales/en/ticket.json";
import type transfers from "../locales/en/transfers.json";
import type watchlist from "../locales/en/watchlist.json";
import type withdrawals from "../locales/en/withdrawals.json";

// English is the reference: its keys are the type of every `t`. locales.test.ts checks the other languages against it.
// One line per namespace.
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    returnNull: false;
    resources: {
      bills: typeof bills;
      chart: typeof chart;
      common: typeof common;
      days: typeof days;
      deposits: typeof deposits;
      events: typeof events;
      files: typeof files;
      funds: typeof funds;
      home: typeof home;
      identity: typeof identity;
      inbox: typeof inbox;
      join: typeof join;
      kinds: typeof kinds;
      kyc: typeof kyc;
      market: typeof market;
      money: typeof money;
      news: typeof news;
      rules: typeof rules;
      sectors: typeof sectors;
      settings: typeof settings;
      offers: typeof offers;
      orders: typeof orders;
      payouts: typeof payouts;
      positions: typeof positions;
      ticket: typeof ticket;
      transfers: typeof transfers;
      watchlist: typeof watchlist;
      withdrawals: typeof withdrawals;
    };
  }
}
