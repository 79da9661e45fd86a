import { describe, expect, it } from "vitest";
import { testInstrument, testQuote } from "@/test/instrument";
import { wireInstrument } from "@/test/wire";
import { decodeDetail } from "./detail";
import {
  assetClasses,
  decodeBar,
  decodeListed,
  decodeMarket,
  decodePushedQuote,
  encodeAssetClass,
  encodeMarket,
  type Quote,
  updateQuote,
} from "./market";
import type { Wire } from "./wire";

const ticking = {
  price_nominal: "10.00",
  change: "0.10",
  change_ratio: "1.00",
  bid: "9.99",
  ask: "10.01",
  bidSize: "1",
  askSize: "1",
  open: "9.90",
  high: "10.10",
  low: "9.80",
  volume: "777",
  feed: "sim",
  quoteTimestamp: "1795241000000",
  session: "regular",
  stale: false,
} as const;
const at = 1_795_241_000_000;
const untraded = {
  ...{ last: null, change: null, changePercent: null, bid: null, ask: null, bidSize: null },
  ...{ askSize: null, open: null, high: null, low: null, volume: null, feed: null, at: null },
};

describe("a quote", () => {
  it("is read whole", () =>
    expect(decodePushedQuote({ ...ticking, tickSeq: "9" })).toEqual(testQuote({ at })));

  it("has no figures before the first tick", () =>
    expect(decodePushedQuote({ session: "closed", stale: true })).toEqual({
      ...untraded,
      session: "closed",
      stale: true,
    }));

  it.each<[object, Partial<Quote>]>([
    [{ price_nominal: "10.02" }, { last: "10.02" }],
    [
      { change: "-1", change_ratio: "-10.00" },
      { change: "-1", changePercent: "-10.00" },
    ],
    [
      { bid: null, bidSize: "0" },
      { bid: null, bidSize: "0" },
    ],
    [
      { ask: "11", askSize: "5" },
      { ask: "11", askSize: "5" },
    ],
    [
      { open: "1", high: "2", low: "0.5", volume: "8" },
      { open: "1", high: "2", low: "0.5", volume: "8" },
    ],
    [
      { quoteTimestamp: "12", feed: "replay" },
      { at: 12, feed: "replay" },
    ],
    [
      { session: "after", stale: true },
      { session: "after", stale: true },
    ],
    [{ tickSeq: "10" }, {}],
  ])("takes up %o and keeps the rest", (change, expected) => {
    const quote = testQuote({ at });
    updateQuote(quote, change);
    expect(quote).toEqual({ ...testQuote({ at }), ...expected });
  });
});

describe("an instrument", () => {
  it("is read with its quote", () =>
    expect(decodeListed(wireInstrument(ticking))).toEqual(
      testInstrument({ quote: testQuote({ at }) }),
    ));

  it.each([
    ["UsStock", "usStock"],
    ["Forex", "forex"],
    ["Future", "future"],
    ["Crypto", "crypto"],
    ["HK", "hkStock"],
    ["Index", "index"],
  ])("of the market %s is of class %s", (market, assetClass) =>
    expect(decodeListed(wireInstrument({ market })).assetClass).toBe(assetClass),
  );

  it("of a block, an auction or a new stock is of its market's class", () => {
    for (const source of [4, 5, 8] as const) {
      expect(decodeListed(wireInstrument({ source, market: "HK" })).assetClass).toBe("hkStock");
    }
  });

  it("has one number and one market for each class", () => {
    expect(assetClasses.map(encodeAssetClass)).toEqual([0, 11, 3, 99, 2, 7]);
    for (const of of assetClasses) expect(decodeMarket(encodeMarket(of))).toBe(of);
  });

  it("is watched as its page says, and not as its row says", () => {
    const stockInfo = {
      ...wireInstrument({ selfSelectStatus: false }),
      ...{ asks: [{ price: "10.01", size: "3" }], bids: [], tickSize: null },
      ...{ openAroundTheClock: false, profile: "" },
      ...{ calendar: "XNYS", timeZone: "America/New_York", onBreak: false },
      ...{ sessionOpensTimestamp: "1", sessionClosesTimestamp: "2" },
    };
    expect(decodeDetail({ stockInfo, selfSelectStatus: true })).toMatchObject({
      ...{ settlementDays: null, settlesAt: null, marketRange: null, margin: null },
      symbol: "AAPL",
      watched: true,
      asks: [{ price: "10.01", size: "3" }],
      tickSize: null,
      marketCap: null,
      sessionOpensAt: 1,
      sessionClosesAt: 2,
    });
  });

  it("says how it can be traded", () => {
    const contract: Wire["ContractInfo"] = {
      ...{ product: "margin", walletType: "FOREX", walletCurrency: "USD", feeTable: "forex" },
      ...{ settlementDays: 2, priceBand: "5.00", marketCollar: "1.00" },
      margin: {
        ...{ maxLeverage: "30", closeOutPercent: "50.00" },
        financing: {
          ...{ longRate: "-2.13", shortRate: "1.13", markup: "0.50", nightTimestamp: "9" },
          nights: 3,
          baseRate: { bank: "ECB", currency: "EUR", rate: "2.00", rateSince: "2026-01-01" },
          quoteRate: { bank: "Fed", currency: "USD", rate: "3.63", rateSince: "2026-01-01" },
        },
      },
    };
    const stockInfo = {
      ...wireInstrument({ source: 2 }),
      ...{ asks: [], bids: [], openAroundTheClock: false, profile: "", contract },
      ...{ calendar: "XNYS", timeZone: "America/New_York", onBreak: false },
      ...{ sessionOpensTimestamp: "1", sessionClosesTimestamp: "2" },
    };
    expect(decodeDetail({ stockInfo, selfSelectStatus: false })).toMatchObject({
      ...{ settlementDays: 2, settlesAt: null, marketRange: "1.00" },
      margin: {
        ...{ leverageCap: "30", closeOutPercent: "50.00" },
        financing: { long: "-2.13", short: "1.13", at: 9, nights: 3 },
      },
    });
  });
});

it("reads a bar's parts in their order", () =>
  expect(decodeBar([60_000, "10", "12", "9", "11", "500"])).toEqual({
    start: 60_000,
    open: "10",
    high: "12",
    low: "9",
    close: "11",
    volume: "500",
  }));
