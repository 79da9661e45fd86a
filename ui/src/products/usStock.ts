import type { Kind } from "./kind";

/** Shares of US exchanges, in dollars. */
export const usStock: Kind = {
  quote: "quoteStock",
  ticket: "payStock",
  place: "/stock/create",
  preview: "/stock/preview",
  wallet: "STOCK",
  words: undefined,
  onMargin: false,
  quotePanels: ["head", "book", "chart", "stats", "position", "offer", "actions", "company"],
  ticketPanels: ["side", "prices", "terms", "cost", "available"],
};
