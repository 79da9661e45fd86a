import { useRef } from "react";

export interface Failing {
  data: unknown;
  error: unknown;
  /** Number of failures of the query; without it only a present error counts. */
  errorUpdateCount?: number;
}

/**
 * The error that explains missing data, until there is data. A query without data clears its error during a retry,
 * which would remove the message on the screen, and the retry button under the finger.
 */
export function useLastError({ data, error, errorUpdateCount }: Failing): unknown {
  const last = useRef<unknown>(null);
  if (error) last.current = error;
  return data === undefined && errorUpdateCount ? last.current : error;
}
