import type { Kind } from "./kind";

/** Indices of the world's exchanges: in points, and not traded. No order can be placed. */
export const index: Kind = {
  words: undefined,
  onMargin: false,
  noun: "unit",
  thing: "index",
  quote: "quoteIndex",
  isComputed: true,
  quotePanels: ["head", "chart", "stats", "region"],
};
