import type { Listing } from "./market";
import type { Wire } from "./wire";

/** A group of the customer's watchlist. */
export interface WatchGroup {
  id: string;
  name: string;
  /** The entries that are in it, in the group's own order. */
  entryIds: string[];
}

/** The longest name of a group. */
export const GROUP_NAME_MAX = 24;

export const decodeWatchGroups = (wire: Wire["WatchGroup"][]): WatchGroup[] =>
  wire.map(({ id, name, watchIds }) => ({ id, name, entryIds: watchIds }));

/** How an instrument is put into a group, or moved there from another one. */
export const encodePut = ({ symbol, market }: Listing, to: string, from?: string) => ({
  groupId: to,
  secuCode: symbol,
  market,
  ...(from === undefined ? {} : { fromGroupId: from }),
});
