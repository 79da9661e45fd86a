import { type Query, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { saysNothing } from "@/api/errors";

/** A further page did not come: the list says that at its end, and what it shows is no older for it. */
const wantedMore = (query: Query) => query.state.fetchMeta?.fetchMore !== undefined;

/** On the screen are figures whose last reading failed. A refusal is an answer, which the screen itself shows. */
const isBehind = (query: Query) =>
  query.isActive() &&
  !wantedMore(query) &&
  query.state.data !== undefined &&
  query.state.status === "error" &&
  saysNothing(query.state.error);

/** True while something on the screen could not be refreshed, and the way to read it again. */
export function useIsBehind(): { behind: boolean; readAgain: () => void } {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const behind = useSyncExternalStore(subscribe, () => cache.getAll().some(isBehind));
  const readAgain = () => void client.refetchQueries({ predicate: isBehind });
  return { behind, readAgain };
}
