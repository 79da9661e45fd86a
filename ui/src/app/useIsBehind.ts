import { type Query, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { ApiError } from "@/api/errors";

/** No answer, or none that says anything about what was asked: the server is overloaded or broken. */
const saysNothing = (error: unknown) =>
  !(error instanceof ApiError) || error.code >= 500 || error.code === 429;

/** On the screen are figures whose last reading failed. A refusal is an answer, which the screen itself shows. */
const isBehind = (query: Query) =>
  query.isActive() &&
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
