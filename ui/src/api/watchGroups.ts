import type { Listing } from "./market";
import type { Wire } from "./wire";

/** A group of the customer's watchlist. */
export interface WatchGroup {
  id: string;
  name: string;
  /** The entries in the group, in its own order. */
  entryIds: string[];
}

/** The greatest length of a group's name. */
export const GROUP_NAME_MAX = 40;

export const decodeWatchGroups = (wire: Wire["WatchGroup"][]): WatchGroup[] =>
  wire.map(({ id, name, watchIds }) => ({ id, name, entryIds: watchIds }));

/** The request that puts an instrument into a group, or moves it there from another. */
export const encodePut = ({ symbol, market }: Listing, to: string, from?: string) => ({
  groupId: to,
  secuCode: symbol,
  market,
  ...(from === undefined ? {} : { fromGroupId: from }),
});

/** The request's reference to a group. */
export const encodeGroup = (id: string) => ({ groupId: id });

/** The request that renames a group. */
export const encodeRename = (id: string, name: string) => ({ groupId: id, name });

/** The request that removes an entry from a group. */
export const encodeTake = (entryId: string, from: string) => ({ groupId: from, watchId: entryId });

/** The request that orders all entries of a group. */
export const encodeRowOrder = (id: string, ids: string[]) => ({ groupId: id, ids });
