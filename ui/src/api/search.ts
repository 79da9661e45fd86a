import { type AssetClass, decodeListedAll, encodeMarket, type ListedInstrument } from "./market";
import type { Wire } from "./wire";

/** What narrows a search to one class; nothing narrows it to all. */
export const encodeClass = (of: AssetClass | "") => (of === "" ? {} : { market: encodeMarket(of) });

/** What customers look at most. */
export interface Trending {
  /** What most opened or watched lately, or else what is traded most. */
  by: "looks" | "trades";
  rows: ListedInstrument[];
}

export const decodeTrending = ({ basis, list }: Wire["TrendingReply"]): Trending => ({
  by: basis === "opened" ? "looks" : "trades",
  rows: decodeListedAll(list),
});
