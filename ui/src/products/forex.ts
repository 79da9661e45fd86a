import type { Kind } from "./kind";

/** A pip is the fourth decimal, or the second of a price in yen. */
const pipDecimals = (symbol: string) => (symbol.endsWith("JPY") ? 2 : 4);

/** Pairs of currencies, held long or short on margin. Quantities are in the base currency, prices in the other. */
export const forex: Kind = {
  quote: "quoteForex",
  noun: "unit",
  thing: "pair",
  words: "margin",
  // Each currency has three letters.
  code: (symbol) => `${symbol.slice(0, 3)}/${symbol.slice(3)}`,
  onMargin: true,
  hasLeverage: true,
  // A pip and its fractional digit.
  priceDecimals: (symbol) => pipDecimals(symbol) + 1,
  pipDecimals,
  quotePanels: ["head", "book", "chart", "stats", "margin", "position"],
};
