import { decodeFutureTerms } from "./futures";
import { type CoinReadings, decodeListed, type ListedInstrument } from "./market";
import { decodePage } from "./paging";
import type { Wire } from "./wire";

const TRENDS = ["up", "down", "sideways"] as const;

/** What the closes of a coin say; undefined of a row that does not tell it. */
const decodeReadings = (wire: Wire["StockRow"] | Wire["QuantRow"]): CoinReadings | undefined =>
  "trend" in wire
    ? {
        // The API's document does not say which words there are: one that is new says nothing here.
        trend: TRENDS.find((known) => known === wire.trend) ?? null,
        strength: wire.rsi ?? null,
        volatility: wire.volatility ?? null,
      }
    : undefined;

/** A row of a list of any class: of a future with its terms, of a coin with what its closes say. */
export const decodeRow = (wire: Wire["StockRow"] | Wire["QuantRow"]): ListedInstrument => ({
  ...decodeListed(wire),
  future: decodeFutureTerms(wire),
  readings: decodeReadings(wire),
});

export const decodeRowPage = decodePage(decodeRow);
