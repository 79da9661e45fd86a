import { type AssetClass, decodeListedAll, encodeMarket, type ListedInstrument } from "./market";
import type { Wire } from "./wire";

/** The filter for one class; empty for all. */
export const encodeClass = (of: AssetClass | "") => (of === "" ? {} : { market: encodeMarket(of) });

/** The instruments that customers look at most. */
export interface Trending {
  /** "looks" for the most opened or watched lately, "trades" for the most traded. */
  by: "looks" | "trades";
  rows: ListedInstrument[];
}

export const decodeTrending = ({ basis, list }: Wire["TrendingReply"]): Trending => ({
  by: basis === "opened" ? "looks" : "trades",
  rows: decodeListedAll(list),
});
