/**
 * What the cache holds, by what it is about. A misspelt key would silently renew nothing, so that each is written once,
 * here. A family's key begins those of its members: who invalidates the family renews them all.
 */
export const families = {
  serverFacts: ["serverFacts"],
  identity: ["identity"],
  market: ["market"],
  watchlist: ["watchlist"],
  orders: ["orders"],
  positions: ["positions"],
  wallets: ["wallets"],
  bill: ["bill"],
  fundingOverview: ["fundingOverview"],
  deposits: ["deposits"],
  depositChannels: ["depositChannels"],
} as const;

export type Family = keyof typeof families;

/** The key of an order's own screen. */
export const orderKey = (id: string) => [...families.orders, "detail", id] as const;
export const fillsKey = [...families.orders, "fills"] as const;
export const ofStockKey = [...families.positions, "ofStock"] as const;
/** The key of an instrument: its rules, its quote and whether it is watched. */
export const instrumentKey = (market: string, stockCode: string) =>
  [...families.market, "detail", market, stockCode] as const;
/** The key of the market that an instrument is traded on. */
export const marketKey = (stockCode: string, name: string) =>
  [...families.market, "of", stockCode, name] as const;
