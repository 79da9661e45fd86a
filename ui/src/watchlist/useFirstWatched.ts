import { useQuery } from "@tanstack/react-query";
import type { WatchlistEntry } from "@/api/watchlist";
import { useSession } from "@/session";
import { watchGroups } from "./groups/groupQueries";
import { rowsOf, useChosenGroup } from "./groups/groups";
import { watchlist } from "./queries";

const NOTHING: readonly WatchlistEntry[] = [];

/**
 * By which the panes of the tab go: what stands first in the group that is looked at; of a visitor, and where nothing can
 * be read, nothing that is watched.
 */
export function useFirstWatched() {
  const customer = useSession()?.user.id;
  const isCustomer = customer !== undefined;
  const { data, error } = useQuery({ ...watchlist, enabled: isCustomer });
  const groups = useQuery({ ...watchGroups, enabled: isCustomer });
  const { group } = useChosenGroup(groups.data, customer);
  const isRead = data && (groups.data ?? groups.error);
  const rows = isRead ? rowsOf(group, data) : isCustomer && !error ? undefined : NOTHING;
  return { of: "watchlist", rows } as const;
}
