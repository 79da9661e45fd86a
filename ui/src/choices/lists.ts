import type { AssetClass } from "@/api/market";
import type { Part } from "./parts";
import type { SortColumn } from "./sorts";

/** The assets with lists, in the order in which they are offered. */
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

/** Further lists of stocks, each on its own screen: they come after the asset lists. */
export const offerLists = ["newStocks", "auctions", "blocks"] as const;
export type OfferList = (typeof offerLists)[number];

/** The class of a list's rows: agricultural instruments are futures. */
export const classOfList = (list: AssetList): AssetClass =>
  list === "agricultural" ? "future" : list;

export const listTypes = ["gainers", "losers", "actives"] as const;
export type ListType = (typeof listTypes)[number];

/** The chosen order. */
export interface ListOrder {
  by: SortColumn;
  descending: boolean;
}

/** A list, its order, and its part. */
export interface Wanted {
  assets: AssetList;
  type: ListType | "all";
  part: Part;
  /** An order other than the list's own. */
  order?: ListOrder | undefined;
}
