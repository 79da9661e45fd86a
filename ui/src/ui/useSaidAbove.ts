import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useLastError } from "./useLastError";

/** What a query is asked by, whatever it reads. */
interface Named {
  queryKey: QueryKey;
}

function useFailed(options: Named): boolean {
  const query = useQuery({ ...(options as UseQueryOptions), enabled: false });
  const error = useLastError(query);
  return !query.data && Boolean(error);
}

/** Whether neither `own` nor what stands above it could be read: that says so already, and offers to try again. */
export function useSaidAbove(above: Named, own: Named): boolean {
  const isAbove = useFailed(above);
  return useFailed(own) && isAbove;
}
