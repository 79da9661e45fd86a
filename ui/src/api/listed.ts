import { decodeFutureTerms } from "./futures";
import { type CoinReadings, decodeListed, type ListedInstrument } from "./market";
import { decodePage } from "./paging";
import type { Wire } from "./wire";

const TRENDS = ["up", "down", "sideways"] as const;

/** The readings of a coin; undefined for a row without them. */
const decodeReadings = (wire: Wire["StockRow"] | Wire["QuantRow"]): CoinReadings | undefined =>
  "trend" in wire
    ? {
        // The API's document does not list the words: an unknown one is ignored.
        trend: TRENDS.find((known) => known === wire.trend) ?? null,
        strength: wire.rsi ?? null,
        volatility: wire.volatility ?? null,
      }
    : undefined;

/** Reads a row of a list of any class: a future with its terms, a coin with its readings. */
export const decodeRow = (wire: Wire["StockRow"] | Wire["QuantRow"]): ListedInstrument => ({
  ...decodeListed(wire),
  future: decodeFutureTerms(wire),
  readings: decodeReadings(wire),
});

export const decodeRowPage = decodePage(decodeRow);
