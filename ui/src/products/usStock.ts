import type { Kind } from "./kind";

/** Shares of US exchanges, in dollars. */
export const usStock: Kind = {
  quote: "quoteStock",
  noun: "share",
  thing: "stock",
  words: undefined,
  onMargin: false,
  quotePanels: ["head", "book", "chart", "stats", "position", "offer", "actions", "company"],
};
