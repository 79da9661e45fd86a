import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { type Failing, useLastError } from "./useLastError";

/** What a query is asked by, whatever it reads. */
interface Named {
  queryKey: QueryKey;
}

/** Whether a query has read nothing, and could not when it last tried. */
export function useHasFailed(query: Failing): boolean {
  const error = useLastError(query);
  return !query.data && Boolean(error);
}

const useFailed = (options: Named) =>
  useHasFailed(useQuery({ ...(options as UseQueryOptions), enabled: false }));

/** Whether neither `own` nor what stands above it could be read: that says so already, and offers to try again. */
export function useSaidAbove(above: Named, own: Named): boolean {
  const isAbove = useFailed(above);
  return useFailed(own) && isAbove;
}
