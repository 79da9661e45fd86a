import type { WatchGroup } from "@/api/watchGroups";
import type { WatchlistEntry } from "@/api/watchlist";
import { customerStorage } from "@/customerStorage";
import { createStore, useStore } from "@/store";

/** The id of the whole watchlist among its groups. */
export const ALL = "";

const KEY = "watchGroup";

const chosen = createStore<{ customer: unknown; id: string } | null>(null);

/** The chosen group, stored on the device for the customer; the whole list if it no longer exists. */
export function useChosenGroup(groups: readonly WatchGroup[] | undefined, customer: unknown) {
  const stored = useStore(chosen);
  const id =
    stored?.customer === customer ? (stored?.id ?? ALL) : (customerStorage().get(KEY) ?? ALL);
  const group = groups?.find((known) => known.id === id);
  const choose = (next: string) => {
    customerStorage().set(KEY, next);
    chosen.set({ customer, id: next });
  };
  return { id: group?.id ?? ALL, group, choose };
}

/** The rows of a group in its order, or all rows. */
export function rowsOf(group: WatchGroup | undefined, items: WatchlistEntry[]): WatchlistEntry[] {
  if (!group) return items;
  const byId = new Map(items.map((item) => [item.entryId, item]));
  return group.entryIds.flatMap((id) => byId.get(id) ?? []);
}

/** The groups after an entry is put into one, and removed from another if it moves. */
export const withPut = (
  groups: WatchGroup[],
  entryId: string,
  to: string,
  from?: string,
): WatchGroup[] =>
  groups.map((group) => {
    if (group.id === to && !group.entryIds.includes(entryId)) {
      return { ...group, entryIds: [entryId, ...group.entryIds] };
    }
    return group.id === from && from !== to
      ? { ...group, entryIds: group.entryIds.filter((id) => id !== entryId) }
      : group;
  });

/** The groups after an entry is removed from one. */
export const withTaken = (groups: WatchGroup[], entryId: string, from: string): WatchGroup[] =>
  groups.map((group) =>
    group.id === from
      ? { ...group, entryIds: group.entryIds.filter((id) => id !== entryId) }
      : group,
  );

/** The groups in the order of `ids`. */
export const inOrder = (groups: WatchGroup[], ids: readonly string[]): WatchGroup[] =>
  ids.flatMap((id) => groups.find((group) => group.id === id) ?? []);
