import type { ReactNode } from "react";
import { ErrorState } from "./states";
import { useLastError } from "./useLastError";

/** The part of a query that a view uses. */
export interface Answer<Data> {
  data: Data | undefined;
  error: unknown;
  errorUpdateCount?: number;
  refetch: () => unknown;
}

interface QueryViewProps<Data> {
  query: Answer<Data>;
  /** Shown until the data has loaded. */
  skeleton: ReactNode;
  /** Draws the data; without it nothing is shown once loaded. */
  children?: (data: Data) => ReactNode;
}

/**
 * Draws the data of a query. Data stays when a refresh fails; without data an error is shown, with a button to retry,
 * until there is some.
 */
export function QueryView<Data>({ query, skeleton, children }: QueryViewProps<Data>) {
  const { data, refetch } = query;
  const error = useLastError(query);
  if (data !== undefined) return children?.(data);
  return error ? <ErrorState error={error} retry={refetch} /> : skeleton;
}
