import { useQuery } from "@tanstack/react-query";
import type { WatchlistEntry } from "@/api/watchlist";
import { useSession } from "@/session";
import { watchGroups } from "./groups/groupQueries";
import { rowsOf, useChosenGroup } from "./groups/groups";
import { watchlist } from "./queries";

const NOTHING: readonly WatchlistEntry[] = [];

/**
 * The default instrument for the tab's panes: the first of the chosen group; without a customer or after an error,
 * none.
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
