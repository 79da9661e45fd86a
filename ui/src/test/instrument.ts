import type { InstrumentDetail, ListedInstrument, Quote } from "@/api/market";

/** A quote for tests. */
export const testQuote = (own: Partial<Quote> = {}): Quote => ({
  last: "10.00",
  change: "0.10",
  changePercent: "1.00",
  bid: "9.99",
  ask: "10.01",
  bidSize: "1",
  askSize: "1",
  open: "9.90",
  high: "10.10",
  low: "9.80",
  volume: "777",
  feed: "sim",
  at: 0,
  session: "regular",
  stale: false,
  ...own,
});

/** An instrument of a list for tests. */
export const testInstrument = (own: Partial<ListedInstrument> = {}): ListedInstrument => ({
  id: "1",
  symbol: "AAPL",
  name: "Apple",
  market: "UsStock",
  assetClass: "usStock",
  exchange: "NASDAQ",
  industry: "Technology",
  currency: "USD",
  baseCurrency: null,
  lotSize: "1",
  tradable: true,
  haltedAt: null,
  isMainMonth: false,
  priceDigits: 2,
  previousClose: "9.90",
  recentCloses: ["9.80", "9.90", "10.00"],
  turnover: null,
  quote: testQuote(),
  ...own,
});

/** An instrument with its rules, of an exchange that never closes, for tests. */
export const testDetail = (own: Partial<InstrumentDetail> = {}): InstrumentDetail => ({
  ...testInstrument(),
  ...{
    watched: false,
    bids: [],
    asks: [],
    tickSize: "0.01",
    fractionStep: null,
    amplitude: null,
    marketCap: null,
  },
  ...{ week52High: null, week52Low: null, margin: null, settlementDays: null, settlesAt: null },
  marketRange: null,
  ...{ openAroundTheClock: true, isOnBreak: false, sessionOpensAt: null, sessionClosesAt: 0 },
  ...{ calendar: "", timeZone: "UTC" },
  ...own,
});
