import type { FutureHolding } from "@/api/futureRows";
import type { FutureTerms, InstrumentDetail } from "@/api/market";
import type { Position } from "@/api/positions";
import { DAY_MS, dateIn } from "@/ui/time";
import { testDetail, testQuote } from "./instrument";

/** A day so many days ahead, for tests and stories in which the time until it matters. */
export const dayAhead = (days: number) => dateIn(Date.now() + days * DAY_MS, "America/Chicago");

/** The terms of a contract on an index for tests. */
export const futureTerms = (own: Partial<FutureTerms> = {}): FutureTerms => ({
  ...{ lastTradeDay: "2099-12-18", firstNoticeDay: null, lastOpenDay: "2099-12-18" },
  ...{ isCashSettled: true, multiplier: "50", previousSettle: "7561.50" },
  ...{ openInterest: "2109311", openInterestChange: "-4671" },
  ...own,
});

/** A contract on an index for tests: December of a year far ahead, at 7,572.75. */
export const eMini = (own: Partial<InstrumentDetail> = {}): InstrumentDetail =>
  testDetail({
    ...{ symbol: "ESZ99", name: "E-mini S&P 500 Dec 2099", market: "Future", tickSize: "0.25" },
    ...{ assetClass: "future", timeZone: "America/Chicago", exchange: "CME", industry: "index" },
    quote: testQuote({ last: "7572.75", bid: "7572.50", ask: "7572.75" }),
    future: futureTerms(),
    ...own,
  });

/** The same contract of the next month, a little dearer. */
export const nextEMini = () =>
  eMini({
    ...{ symbol: "ESH00", name: "E-mini S&P 500 Mar 2100" },
    quote: testQuote({ last: "7638.25", bid: "7638.00", ask: "7638.25" }),
    future: futureTerms({ lastTradeDay: "2100-03-19", lastOpenDay: "2100-03-19" }),
  });

/** The end and the settlements of `esPosition`. */
export const esEnd = (own: Partial<FutureHolding> = {}): FutureHolding => ({
  ...{ settledProfit: "1725.00", settlementPrice: "7561.50", maintenance: "36000.00" },
  ...{ lastTradeDay: "2099-12-18", lastOpenDay: "2099-12-18", rollTo: "ESH00" },
  ...{ isCashSettled: true, marginCall: null, refills: true },
  ...own,
});

/** A position long in two contracts of `eMini` for tests. */
export const esPosition = (own: Partial<Position> = {}): Position => ({
  ...{ id: "5", symbol: "ESZ99", name: "E-mini S&P 500 Dec 2099", market: "Future" },
  ...{ assetClass: "future", side: "long", quantity: "2", available: "2", multiplier: "50" },
  ...{ averagePrice: "7544.25", cost: "40000.00", fee: "4.50", currency: "USD" },
  ...{ priceCurrency: "USD", price: "7572.75", marketValue: "757275.00", profit: "2825.00" },
  ...{ profitPercent: "7.06", todayProfit: "1100.00", stopLoss: null, takeProfit: null },
  margin: {
    leverage: null,
    mark: "7572.50",
    liquidationPrice: null,
    level: null,
    removable: "0.00",
  },
  future: esEnd(),
  ...{ openedAt: 1_795_190_534_318, updatedAt: 1_795_190_534_318, version: 3 },
  ...own,
});

/** A position short in one contract of gold for tests, which is delivered. */
export const goldPosition = (own: Partial<Position> = {}): Position =>
  esPosition({
    ...{ id: "6", symbol: "GCG99", name: "Gold Feb 2099", side: "short", quantity: "1" },
    ...{ available: "1", averagePrice: "4301.4", multiplier: "100", cost: "22000.00" },
    ...{ price: "4297.3", marketValue: "429730.00", profit: "-1140.00", profitPercent: "-5.18" },
    ...{ todayProfit: "-90.00", stopLoss: "4380", takeProfit: "4150" },
    margin: {
      leverage: null,
      mark: "4297.4",
      liquidationPrice: null,
      level: null,
      removable: "0.00",
    },
    future: esEnd({
      ...{ settledProfit: "-1050.00", settlementPrice: "4296.5", maintenance: "20000.00" },
      ...{ lastTradeDay: "2099-02-25", lastOpenDay: "2099-01-29", rollTo: "GCJ99" },
      isCashSettled: false,
    }),
    ...own,
  });
