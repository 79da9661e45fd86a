import type { Kind } from "./kind";

/** Kinds that can only be watched: no order can be placed. */
const watched = { tickets: [], words: undefined, onMargin: false } as const;

/** Indices of the world's exchanges: in points, and not traded. */
export const index: Kind = {
  ...watched,
  noun: "unit",
  thing: "index",
  quote: "quoteIndex",
  isComputed: true,
  quotePanels: ["head", "chart", "stats", "region"],
};

/** Futures of one month: contracts on an index, on energy, on metals and on agricultural goods. */
export const future: Kind = {
  ...watched,
  noun: "contract",
  thing: "contract",
  quote: "quoteFuture",
  quotePanels: ["head", "months", "book", "chart", "stats", "contract", "trades"],
};
