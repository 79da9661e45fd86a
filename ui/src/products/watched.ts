import type { Kind } from "./kind";
import { usStock } from "./usStock";

/** What can only be watched: no order is placed, so that what stands here of orders is never asked. */
const watched = { ...usStock, ticket: null, ticketPanels: [] };

/** Indices of the world's exchanges: counted in points, and dealt in by nobody. */
export const index: Kind = {
  ...watched,
  quote: "quoteIndex",
  isComputed: true,
  quotePanels: ["head", "chart", "stats", "region"],
};

/** Futures of one month: contracts on an index, on energy, on metals and on what grows. */
export const future: Kind = {
  ...watched,
  quote: "quoteFuture",
  quotePanels: ["head", "months", "book", "chart", "stats", "contract", "trades"],
};

/** Coins, in dollars, around the clock. */
export const crypto: Kind = {
  ...watched,
  quote: "quoteCrypto",
  wallet: "CRYPTOCURRENCY",
  quotePanels: ["head", "chart", "depth", "trades", "stats"],
};
