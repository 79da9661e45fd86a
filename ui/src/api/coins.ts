import { type CoinReadings, decodeListed, type ListedInstrument } from "./market";
import { decodePage } from "./paging";
import type { Wire } from "./wire";

const TRENDS = ["up", "down", "sideways"] as const;

/** A coin with what its closes say. */
export const decodeCoin = (wire: Wire["QuantRow"]): ListedInstrument => ({
  ...decodeListed(wire),
  readings: {
    // The API's document does not say which words there are: one that is new says nothing here.
    trend: TRENDS.find((known) => known === wire.trend) ?? null,
    strength: wire.rsi ?? null,
    volatility: wire.volatility ?? null,
  } satisfies CoinReadings,
});

export const decodeCoinPage = decodePage(decodeCoin);
