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
export const GROUP_NAME_MAX = 40;

export const decodeWatchGroups = (wire: Wire["WatchGroup"][]): WatchGroup[] =>
  wire.map(({ id, name, watchIds }) => ({ id, name, entryIds: watchIds }));

/** How an instrument is put into a group, or moved there from another one. */
export const encodePut = ({ symbol, market }: Listing, to: string, from?: string) => ({
  groupId: to,
  secuCode: symbol,
  market,
  ...(from === undefined ? {} : { fromGroupId: from }),
});

/** Names a group. */
export const encodeGroup = (id: string) => ({ groupId: id });

/** How a group gets another name. */
export const encodeRename = (id: string, name: string) => ({ groupId: id, name });

/** How an entry leaves a group. */
export const encodeTake = (entryId: string, from: string) => ({ groupId: from, watchId: entryId });

/** The order that all entries of a group shall have. */
export const encodeRowOrder = (id: string, ids: string[]) => ({ groupId: id, ids });
