import { parseScaled } from "@/ui/scaled";
import type { Kind } from "./kind";
import { usStock } from "./usStock";

/** What can only be watched: no order is placed, so that what stands here of orders is never asked. */
const watched = {
  ...usStock,
  ticket: null,
  ticketPanels: [],
  // Their ticks differ from one to the next, and prices come with all the decimals of theirs.
  priceDecimals: (_symbol, price) => parseScaled(price)?.scale ?? 2,
} satisfies Kind;

/** Indices of the world's exchanges: counted in points, and dealt in by nobody. */
export const index: Kind = {
  ...watched,
  quote: "quoteIndex",
  hasVolume: false,
  quotePanels: ["head", "chart", "stats", "region"],
};

/** Futures of one month: contracts on an index, on energy, on metals and on what grows. */
export const future: Kind = {
  ...watched,
  quote: "quoteFuture",
  quotePanels: ["head", "months", "book", "chart", "contract", "stats", "trades"],
};

/** Coins, in dollars, around the clock. */
export const crypto: Kind = {
  ...watched,
  quote: "quoteCrypto",
  wallet: "CRYPTOCURRENCY",
  quotePanels: ["head", "chart", "depth", "trades", "stats"],
};
