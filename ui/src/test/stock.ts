import type { Stock } from "@/api/types";

/** A stock of a list for tests. */
export const testStock = (own: Partial<Stock> = {}): Stock => ({
  id: "1",
  stock_code: "AAPL",
  name: "Apple",
  market: "UsStock",
  exchange: "NASDAQ",
  classify: "Technology",
  currency: "USD",
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
  ...own,
});
