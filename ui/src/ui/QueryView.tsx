import type { ReactNode } from "react";
import { ErrorState } from "./states";
import { useLastError } from "./useLastError";

/** What a view needs of a query. */
export interface Answer<Data> {
  data: Data | undefined;
  error: unknown;
  errorUpdateCount?: number;
  refetch: () => unknown;
}

interface QueryViewProps<Data> {
  query: Answer<Data>;
  /** What stands in its place until it has come. */
  skeleton: ReactNode;
  /** Without it nothing stands there once it has come. */
  children?: (data: Data) => ReactNode;
}

/** Draws what a query has read. What has come stays when it cannot be read anew; what has not can be asked for again, and says why until it comes. */
export function QueryView<Data>({ query, skeleton, children }: QueryViewProps<Data>) {
  const { data, refetch } = query;
  const error = useLastError(query);
  if (data !== undefined) return children?.(data);
  return error ? <ErrorState error={error} retry={refetch} /> : skeleton;
}
