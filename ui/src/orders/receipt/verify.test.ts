import { describe, expect, it } from "vitest";
import type { FeeTerms, Receipt, ReceiptTick } from "@/api/receipt";
import { subtract } from "@/ui";
import { type Check, verifyReceipt } from "./verify";

const TICK: ReceiptTick = {
  feed: "sim:7",
  epoch: "1",
  number: "48201577",
  at: 1_795_190_534_315,
  receivedAt: 1_795_190_534_315,
  bid: "227.29",
  ask: "227.31",
  bidSize: "800",
  askSize: "1200",
  bids: [{ price: "227.29", size: "800" }],
  asks: [
    { price: "227.31", size: "1200" },
    { price: "227.32", size: "300" },
  ],
};

const bought: Receipt = {
  fill: {
    id: "9",
    orderId: "8",
    symbol: "AAPL",
    name: "Apple",
    market: "UsStock",
    assetClass: "usStock",
    side: "buy",
    position: "long",
    quantity: "10",
    price: "227.31",
    multiplier: "1",
    value: "2273.10",
    priceCurrency: "USD",
    fee: "0.00",
    liquidity: "taker",
    profit: null,
    currency: "USD",
    filledAt: 1_795_190_534_318,
  },
  order: {
    id: "8",
    type: "market",
    limitPrice: null,
    quantity: "10",
    timeInForce: "day",
    placedAt: 1_795_190_534_315,
    filledBefore: { quantity: "0", value: "0.00", makerValue: "0.00", fee: "0.00" },
  },
  priceSource: "tick",
  tick: TICK,
  settlement: null,
  settledProfit: null,
  bookSide: "ask",
  tickToFill: 3,
  rules: { feeTable: "us-stock", version: "2026-04-04" },
  fees: [],
  journal: {
    id: "10",
    postings: [
      { account: "STOCK", currency: "USD", amount: "-2273.10" },
      { account: "house:counterparty", currency: "USD", amount: "2273.10" },
    ],
  },
  paper: true,
  original: {},
};

const upward = { rounding: "up", wholeUnits: false, minimum: "0.00", maximum: null } as const;
const sec = { ...upward, basis: "value", rate: "0.0000206" } as const;
const taf = { ...upward, basis: "quantity", rate: "0.000195", maximum: "9.79" } as const;

const sold: Receipt = {
  ...bought,
  bookSide: "bid",
  fill: { ...bought.fill, side: "sell", price: "227.29", value: "2272.90", fee: "0.06" },
  fees: [
    { name: "sec", amount: "0.05", rule: "", terms: sec },
    { name: "taf", amount: "0.01", rule: "", terms: taf },
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
    expect(failing(withFill(bought, { value: "2273.11" }))).toEqual(["value"]));

  it("counts what a point of a future is worth", () => {
    const level = [{ price: "227.31", size: "10" }];
    const future = {
      ...bought,
      fill: { ...bought.fill, quantity: "2", multiplier: "50", value: "22731.00" },
      tick: { ...TICK, asks: level },
      journal: {
        ...bought.journal,
        postings: [
          { account: "STOCK", currency: "USD", amount: "-22731.00" },
          { account: "house:counterparty", currency: "USD", amount: "22731.00" },
        ],
      },
    };
    expect(failing(future)).toEqual([]);
    expect(failing(withFill(future, { multiplier: "1" }))).toEqual(["value", "account"]);
    const cents = withFill(future, { multiplier: "0.001", value: "0.46" });
    expect(failing(cents)).toEqual(["account"]);
    expect(failing(withFill(cents, { value: "0.45" }))).toEqual(["value", "account"]);
  });

  it("finds fees that are not the sum of their lines, and what they moved", () =>
    expect(failing(withFill(sold, { fee: "0.07" }))).toEqual(["fees", "account"]));

  /** 300 at 10.01 and 300 at 10.02 were sold before; 400 at 10.03 follow. */
  const third: Receipt = {
    ...sold,
    fill: { ...sold.fill, quantity: "400", price: "10.03", value: "4012.00", fee: "0.16" },
    order: {
      ...sold.order,
      filledBefore: {
        ...bought.order.filledBefore,
        quantity: "600",
        value: "6009.00",
        fee: "0.25",
      },
    },
    tick: { ...TICK, bids: [{ price: "10.03", size: "400" }] },
    fees: [
      { name: "sec", amount: "0.08", rule: "", terms: sec },
      { name: "taf", amount: "0.08", rule: "", terms: taf },
    ],
    journal: {
      ...sold.journal,
      postings: [
        { account: "STOCK", currency: "USD", amount: "4011.84" },
        { account: "house:fees", currency: "USD", amount: "0.16" },
        { account: "house:counterparty", currency: "USD", amount: "-4012.00" },
      ],
    },
  };

  it("works a fee out on all that is filled of the order", () => {
    expect(failing(third)).toEqual([]);
    const alone = bought.order.filledBefore;
    expect(failing({ ...third, order: { ...third.order, filledBefore: alone } })).toEqual(["fees"]);
  });

  it("finds fees that are right together and wrong one by one", () => {
    const [first, second] = third.fees;
    if (!first || !second) throw new Error("two fees");
    const fees = [
      { ...first, amount: "0.07" },
      { ...second, amount: "0.09" },
    ];
    expect(failing({ ...third, fees })).toEqual(["fees"]);
  });

  it("pays a least amount once, stops at the greatest, and rounds as the rule says", () => {
    const duty: FeeTerms = { ...upward, basis: "value", rate: "0.001", wholeUnits: true };
    const paid = (terms: FeeTerms, before: string, amount: string, fee: string) => {
      const postings = [
        { account: "STOCK", currency: "USD", amount: subtract(amount, fee) },
        { account: "house:x", currency: "USD", amount: subtract(fee, amount) },
      ];
      return failing({
        ...third,
        fill: { ...third.fill, quantity: "1", price: amount, value: amount, fee },
        order: { ...third.order, filledBefore: { ...bought.order.filledBefore, value: before } },
        tick: { ...TICK, bids: [{ price: amount, size: "1" }] },
        fees: [{ name: "duty", amount: fee, rule: "", terms }],
        journal: { ...third.journal, postings },
      });
    };
    expect(paid(duty, "0.00", "11710.00", "12.00")).toEqual([]);
    expect(paid(duty, "11710.00", "200.00", "0.00")).toEqual([]);
    expect(paid({ ...duty, minimum: "5.00" }, "0.00", "100.00", "5.00")).toEqual([]);
    expect(paid({ ...duty, minimum: "5.00" }, "100.00", "100.00", "0.00")).toEqual([]);
    expect(paid({ ...duty, maximum: "9.00" }, "0.00", "11710.00", "9.00")).toEqual([]);
    const nearest: FeeTerms = {
      ...duty,
      wholeUnits: false,
      rounding: "nearest",
      rate: "0.0000015",
    };
    expect(paid(nearest, "0.00", "1940.00", "0.00")).toEqual([]);
  });

  describe("of a coin, whose money has six decimals", () => {
    const maker: FeeTerms = { ...upward, basis: "makerValue", rate: "0.001" };
    const taker: FeeTerms = { ...maker, basis: "takerValue" };
    const level = [{ price: "71573.46", size: "1" }];
    /** 0.00007 at 71,573.46, after 0.00003 of the order were taken from the book. */
    const coin: Receipt = {
      ...bought,
      fill: {
        ...bought.fill,
        ...{ symbol: "BTCUSDT", name: "Bitcoin", market: "Crypto", assetClass: "crypto" },
        ...{ quantity: "0.00007", price: "71573.46", value: "5.010143", liquidity: "maker" },
        ...{ priceCurrency: "USDT", currency: "USDT", fee: "0.005011" },
      },
      order: {
        ...bought.order,
        filledBefore: {
          ...{ quantity: "0.00003", value: "2.147204", makerValue: "0.000000" },
          fee: "0.002148",
        },
      },
      tick: { ...TICK, asks: level },
      fees: [{ name: "maker", amount: "0.005011", rule: "", terms: maker }],
      journal: {
        ...bought.journal,
        postings: [
          { account: "CRYPTOCURRENCY", currency: "USDT", amount: "-5.015154" },
          { account: "house:fees", currency: "USDT", amount: "0.005011" },
          { account: "house:counterparty", currency: "USDT", amount: "5.010143" },
        ],
      },
    };

    it("rounds value and fee up to the last of them", () => {
      expect(failing(coin)).toEqual([]);
      expect(failing(withFill(coin, { value: "5.010142" }))).toEqual(["value"]);
      const cents = [{ name: "maker", amount: "0.01", rule: "", terms: maker }];
      expect(failing({ ...coin, fees: cents })).toEqual(["fees"]);
    });

    it("counts for each fee only the fills that it is for", () => {
      expect(failing(withFill(coin, { liquidity: "taker" }))).toEqual(["fees"]);
      const took = { ...coin.fees[0], name: "taker", amount: "0.00501", terms: taker, rule: "" };
      const paid = withFill({ ...coin, fees: [took] }, { liquidity: "taker", fee: "0.00501" });
      // Of the whole order, 7.157347 taken from the book.
      expect(failing(paid)).toEqual(["account"]);
    });
  });

  it("rounds a value against the customer, as fills from before epochs were not", () => {
    const at = (receipt: Receipt, amount: string, sign: "" | "-") => {
      const postings = [
        { account: "STOCK", currency: "USD", amount: `${sign}${amount}` },
        { account: "house:x", currency: "USD", amount: `${sign ? "" : "-"}${amount}` },
      ];
      const fill = { ...receipt.fill, price: "0.1234", quantity: "10", value: amount, fee: "0.00" };
      const level = [{ price: "0.1234", size: "10" }];
      const tick = { ...TICK, ...receipt.tick, asks: level, bids: level };
      return failing({
        ...receipt,
        fill,
        tick,
        fees: [],
        journal: { ...receipt.journal, postings },
      });
    };
    expect(at(bought, "1.24", "-")).toEqual([]);
    expect(at(bought, "1.23", "-")).toEqual(["value", "account"]);
    expect(at(sold, "1.23", "")).toEqual([]);
    expect(at({ ...bought, tick: { ...TICK, epoch: "0" } }, "1.23", "-")).toEqual([]);
  });

  it("checks the end of a contract by its settlement and what daily settlements had paid", () => {
    const ended: Receipt = {
      ...sold,
      ...{ priceSource: "settlement", tick: null, tickToFill: null, fees: [] },
      settlement: { at: 1_795_190_534_318, price: "4980.00", method: "index_opening", rate: null },
      settledProfit: "3000.00",
      fill: {
        ...sold.fill,
        ...{ symbol: "ESZ26", market: "Future", assetClass: "future", side: "buy" },
        ...{ position: "short", quantity: "3", price: "4980.00", multiplier: "50" },
        ...{ value: "747000.00", fee: "0.00", profit: "3000.00" },
      },
      journal: { ...sold.journal, postings: [] },
    };
    expect(failing(ended)).toEqual([]);
    expect(failing({ ...ended, settledProfit: "2999.00" })).toEqual(["account"]);
    const other = { ...ended, settlement: { ...ended.settlement, price: "4981.00" } } as Receipt;
    expect(failing(other)).toEqual(["settlement"]);
  });

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
      const fill = { ...bought.fill, price, value: amount };
      return failing({ ...bought, fill, journal: { ...bought.journal, postings } });
    };
    expect(at("227.32", "2273.20")).toEqual([]);
    expect(at("227.30", "2273.00")).toEqual(["price"]);
    expect(at("227.33", "2273.30")).toEqual(["price"]);
  });

  it("finds the wrong side of the book", () =>
    expect(failing({ ...bought, bookSide: "bid" })).toEqual(["price"]));

  it("finds a fill beyond the order's limit", () => {
    const limited = (price: string) => ({
      ...bought,
      order: { ...bought.order, type: "limit" as const, limitPrice: price },
    });
    expect(failing(limited("227.31"))).toEqual([]);
    expect(failing(limited("227.30"))).toEqual(["limit"]);
  });
});
