import type { Wire } from "@/api/wire";

/** An instrument of a list in the wire's format, for tests that play the server. */
export const wireInstrument = (own: Partial<Wire["StockRow"]> = {}): Wire["StockRow"] => ({
  id: "1",
  stock_code: "AAPL",
  name: "Apple",
  market: "UsStock",
  exchange: "NASDAQ",
  classify: "Technology",
  currency: "USD",
  baseCurrency: null,
  priceDigits: 2,
  pipDecimals: null,
  lotSize: "1",
  source: 0,
  price_nominal: "10.00",
  change: "0.10",
  change_ratio: "1.00",
  prevClose: "9.90",
  fall: false,
  indicatorsQuoteClose: ["9.80", "9.90", "10.00"],
  selfSelectStatus: false,
  session: "regular",
  stale: false,
  tradable: true,
  state: "trading",
  ...own,
});

/** An instrument with its book in the wire's format, of an exchange that never closes. */
export const wireDetail = (own: Partial<Wire["StockInfo"]> = {}): Wire["StockDetail"] => ({
  selfSelectStatus: false,
  stockInfo: {
    ...wireInstrument(),
    ...{ asks: [], bids: [], tickSize: "0.01", contract: null, profile: "" },
    ...{ openAroundTheClock: true, onBreak: false, calendar: "", timeZone: "UTC" },
    ...{ sessionOpensTimestamp: null, sessionClosesTimestamp: "2" },
    ...own,
  },
});

/** The customer of `testUser` in the wire's format. */
export const wireUser = (own: Partial<Wire["User"]> = {}): Wire["User"] => ({
  userLoginId: "80214663",
  name: "80214663",
  email: "customer@example.com",
  phone: null,
  inviteCode: "PLUMB7",
  kycStatus: 0,
  payPasswordSet: true,
  blockTradeStatus: 0,
  createTimeTimestamp: "1795241000000",
  ...own,
});

/** A notice of an inbox in the wire's format. */
export const wireNotice = (own: Partial<Wire["NoticeRow"]> = {}): Wire["NoticeRow"] => ({
  id: "9",
  kind: "deposit_credited",
  title: "Deposit credited",
  content: "Your deposit has been reviewed.",
  parts: ["Your deposit has been reviewed."],
  read: false,
  createTimestamp: "1795241000000",
  subject: "deposit",
  subjectId: "5",
  stock_code: null,
  market: null,
  source: null,
  ...own,
});
