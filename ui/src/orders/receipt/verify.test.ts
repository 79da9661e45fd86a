import { describe, expect, it } from "vitest";
import type { Receipt } from "@/api/types";
import { type Check, verifyReceipt } from "./verify";

const bought: Receipt = {
  fill: {
    id: "9",
    orderId: "8",
    stock_code: "AAPL",
    name: "Apple",
    market: "UsStock",
    source: 0,
    direction: 0,
    quantity: "10",
    price: "227.31",
    amount: "2273.10",
    fee: "0.00",
    profit: null,
    currency: "USD",
    createTimeTimestamp: "1795190534318",
  },
  order: {
    id: "8",
    orderType: 0,
    price: null,
    quantity: "10",
    timeInForce: "day",
    createTimeTimestamp: "1795190534315",
  },
  tick: {
    feed: "sim:7",
    seq: "48201577",
    exchangeTimestamp: "1795190534315",
    receivedTimestamp: "1795190534315",
    bid: "227.29",
    ask: "227.31",
    bidSize: "800",
    askSize: "1200",
    bids: [{ price: "227.29", size: "800" }],
    asks: [
      { price: "227.31", size: "1200" },
      { price: "227.32", size: "300" },
    ],
    last: "227.30",
    session: "regular",
  },
  side: "ask",
  tickToFillMs: 3,
  rules: { feeTable: "us-stock", version: "2026-04-04", effectiveFrom: "2026-04-04" },
  fees: [],
  journal: {
    id: "10",
    kind: "trade_buy",
    createTimeTimestamp: "1795190534318",
    postings: [
      { account: "STOCK", currency: "USD", amount: "-2273.10" },
      { account: "house:counterparty", currency: "USD", amount: "2273.10" },
    ],
  },
  paper: true,
};

const sold: Receipt = {
  ...bought,
  side: "bid",
  fill: { ...bought.fill, direction: 1, price: "227.29", amount: "2272.90", fee: "0.06" },
  fees: [
    { name: "sec", amount: "0.05", rule: "" },
    { name: "taf", amount: "0.01", rule: "" },
  ],
  journal: {
    ...bought.journal,
    postings: [
      { account: "STOCK", currency: "USD", amount: "2272.84" },
      { account: "house:fees", currency: "USD", amount: "0.06" },
      { account: "house:counterparty", currency: "USD", amount: "-2272.90" },
    ],
  },
};

const failing = (receipt: Receipt) =>
  verifyReceipt(receipt)
    .filter((check: Check) => !check.holds)
    .map((check) => check.name);

const withFill = (receipt: Receipt, change: Partial<Receipt["fill"]>): Receipt => ({
  ...receipt,
  fill: { ...receipt.fill, ...change },
});

describe("verifyReceipt", () => {
  it("finds nothing wrong with a sound purchase or sale", () => {
    expect(failing(bought)).toEqual([]);
    expect(failing(sold)).toEqual([]);
    expect(verifyReceipt(sold).map((check) => check.name)).toEqual([
      "value",
      "fees",
      "account",
      "journal",
      "price",
    ]);
  });

  it("finds a value that is not price times quantity", () =>
    expect(failing(withFill(bought, { amount: "2273.11" }))).toEqual(["value"]));

  it("finds fees that are not the sum of their lines, and what they moved", () =>
    expect(failing(withFill(sold, { fee: "0.07" }))).toEqual(["fees", "account"]));

  it("finds a journal that makes money", () => {
    const postings = bought.journal.postings.slice(0, 1);
    expect(failing({ ...bought, journal: { ...bought.journal, postings } })).toEqual(["journal"]);
  });

  it("finds money taken from the account beyond value and fees", () => {
    const postings = [
      { account: "STOCK", currency: "USD", amount: "-2274.10" },
      { account: "house:counterparty", currency: "USD", amount: "2274.10" },
    ];
    expect(failing({ ...bought, journal: { ...bought.journal, postings } })).toEqual(["account"]);
  });

  it("takes a deeper level of the book, and no price that was not displayed", () => {
    const at = (price: string, amount: string) => {
      const postings = [
        { account: "STOCK", currency: "USD", amount: `-${amount}` },
        { account: "house:counterparty", currency: "USD", amount },
      ];
      const fill = { ...bought.fill, price, amount };
      return failing({ ...bought, fill, journal: { ...bought.journal, postings } });
    };
    expect(at("227.32", "2273.20")).toEqual([]);
    expect(at("227.30", "2273.00")).toEqual(["price"]);
    expect(at("227.33", "2273.30")).toEqual(["price"]);
  });

  it("finds the wrong side of the book", () =>
    expect(failing({ ...bought, side: "bid" })).toEqual(["price"]));

  it("finds a fill beyond the order's limit", () => {
    const limited = (price: string) => ({
      ...bought,
      order: { ...bought.order, orderType: 1 as const, price },
    });
    expect(failing(limited("227.31"))).toEqual([]);
    expect(failing(limited("227.30"))).toEqual(["limit"]);
  });
});
