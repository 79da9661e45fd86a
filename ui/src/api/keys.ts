import type { Listing } from "./market";

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
  depositAddress: ["depositAddress"],
  suspense: ["suspense"],
  payouts: ["payouts"],
  withdrawals: ["withdrawals"],
  usable: ["usable"],
  inbox: ["inbox"],
  news: ["news"],
} as const;

export type Family = keyof typeof families;

/** The key of an order's own screen. */
export const orderKey = (id: string) => [...families.orders, "detail", id] as const;
export const fillsKey = [...families.orders, "fills"] as const;
/** The key of what is held of each instrument. */
export const holdingKey = [...families.positions, "holding"] as const;
/** The key of an instrument: its rules, its quote and whether it is watched. */
export const instrumentKey = ({ symbol, market }: Listing) =>
  [...families.market, "detail", market, symbol] as const;
/** The key of the market that an instrument is traded on. */
export const marketKey = (symbol: string, name: string) =>
  [...families.market, "of", symbol, name] as const;
