import type { Kind } from "./kind";

/** Shares of US exchanges, in dollars. */
export const usStock: Kind = {
  quote: "quoteStock",
  ticket: {
    screen: "payStock",
    choose: "popular",
    place: "/stock/create",
    preview: "/stock/preview",
    wallet: "STOCK",
    panels: ["side", "prices", "terms", "cost", "available"],
  },
  words: undefined,
  onMargin: false,
  quotePanels: ["head", "book", "chart", "stats", "position", "offer", "actions", "company"],
};
