import type { Listing } from "./market";

/**
 * The keys of the query cache, by subject. A misspelt key would silently invalidate nothing, so each is written once,
 * here. A family's key is the prefix of its members': invalidating the family invalidates all.
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
  foundServer: ["foundServer"],
} as const;

export type Family = keyof typeof families;

/** The key of an order's own screen. */
export const orderKey = (id: string) => [...families.orders, "detail", id] as const;
/** The key of a server that the customer may join. */
export const foundServerKey = (address: string) => [...families.foundServer, address] as const;
export const fillsKey = [...families.orders, "fills"] as const;
/** The key of the holdings of each instrument. */
export const holdingKey = [...families.positions, "holding"] as const;
/** The key of an instrument: its rules, its quote, and its place on the watchlist. */
export const instrumentKey = ({ symbol, market }: Listing) =>
  [...families.market, "detail", market, symbol] as const;
/** The key of an instrument's market. */
export const marketKey = (symbol: string, name: string) =>
  [...families.market, "of", symbol, name] as const;
