import { useRef } from "react";

export interface Failing {
  data: unknown;
  error: unknown;
  /** How often the query failed; one that was never asked for otherwise has none. */
  errorUpdateCount?: number;
}

/**
 * Why there is no data, until there is some. A query that has none forgets its error while it asks again, which would
 * pull away what the screen says, and the button that asks again from under the finger.
 */
export function useLastError({ data, error, errorUpdateCount }: Failing): unknown {
  const last = useRef<unknown>(null);
  if (error) last.current = error;
  return data === undefined && errorUpdateCount ? last.current : error;
}
