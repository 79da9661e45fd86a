import type { AssetClass } from "@/api/market";
import type { Part } from "./parts";
import type { SortColumn } from "./sorts";

/** What has lists of its own, in the order in which they are offered. */
export const assetLists = [
  "usStock",
  "hkStock",
  "index",
  "forex",
  "future",
  "agricultural",
  "crypto",
] as const;
export type AssetList = (typeof assetLists)[number];

/** What else is told of stocks, each on a screen of its own: it is offered behind the lists. */
export const offerLists = ["newStocks", "auctions", "blocks"] as const;
export type OfferList = (typeof offerLists)[number];

/** Of which class the rows of a list are: what grows is a part of the futures. */
export const classOfList = (list: AssetList): AssetClass =>
  list === "agricultural" ? "future" : list;

export const listTypes = ["gainers", "losers", "actives"] as const;
export type ListType = (typeof listTypes)[number];

/** The order that was chosen. */
export interface ListOrder {
  by: SortColumn;
  descending: boolean;
}

/** Which list, how it is ordered, and which part of it. */
export interface Wanted {
  assets: AssetList;
  type: ListType | "all";
  part: Part;
  /** Another order than the list's own. */
  order?: ListOrder | undefined;
}
