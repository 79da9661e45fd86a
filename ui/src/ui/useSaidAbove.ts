import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { type Failing, useLastError } from "./useLastError";

/** The key of a query, whatever its data. */
interface Named {
  queryKey: QueryKey;
}

/** True if a query has no data and its last try failed. */
export function useHasFailed(query: Failing): boolean {
  const error = useLastError(query);
  return !query.data && Boolean(error);
}

const useFailed = (options: Named) =>
  useHasFailed(useQuery({ ...(options as UseQueryOptions), enabled: false }));

/** True if both `own` and the query above it failed: the error above is then enough, with its retry button. */
export function useSaidAbove(above: Named, own: Named): boolean {
  const isAbove = useFailed(above);
  return useFailed(own) && isAbove;
}
