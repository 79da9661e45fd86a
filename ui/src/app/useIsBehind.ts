import { type Query, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { saysNothing } from "@/api/errors";

/** True for a failed further page: the list shows that at its end, and its rows are not outdated. */
const wantedMore = (query: Query) => query.state.fetchMeta?.fetchMore !== undefined;

/** True for a query on the screen whose last refresh failed. A refusal is an answer, which the screen itself shows. */
const isBehind = (query: Query) =>
  query.isActive() &&
  !wantedMore(query) &&
  query.state.data !== undefined &&
  query.state.status === "error" &&
  saysNothing(query.state.error);

/** True while data on the screen could not be refreshed, and a function to retry. */
export function useIsBehind(): { behind: boolean; readAgain: () => void } {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const behind = useSyncExternalStore(subscribe, () => cache.getAll().some(isBehind));
  const readAgain = () => void client.refetchQueries({ predicate: isBehind });
  return { behind, readAgain };
}
