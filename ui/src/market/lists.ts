/** What has lists of its own, in the order in which they are offered. */
export const assetLists = ["usStock", "hkStock", "forex"] as const;
export type AssetList = (typeof assetLists)[number];

export const exchanges = ["NASDAQ", "NYSE", "AMEX"] as const;
export const pairClasses = ["major", "minor", "exotic"] as const;
export const listTypes = ["gainers", "losers", "actives"] as const;
export type ListType = (typeof listTypes)[number];

/** A part of a list: an exchange of US stocks, or a class of pairs; "" is all of it. */
export type Part = "" | (typeof exchanges)[number] | (typeof pairClasses)[number];

/** The parts that each list may be narrowed to. */
export const PARTS: Record<AssetList, readonly Exclude<Part, "">[]> = {
  usStock: exchanges,
  hkStock: [],
  forex: pairClasses,
};

/** Which list, how it is ordered, and which part of it. */
export interface Wanted {
  assets: AssetList;
  type: ListType | "all";
  part: Part;
}
