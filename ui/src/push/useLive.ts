import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { push } from "./client";

/** An open socket tells a topic within a moment. What it does not tell by then is read. */
const LATE_MS = 2_000;

/** True once nothing has been told for so long, and at once where there is no socket yet. */
function useIsLate(isSilent: boolean): boolean {
  const [isLate, setLate] = useState(() => push.state !== "open");
  useEffect(() => {
    if (!isSilent) {
      setLate(false);
      return;
    }
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, [isSilent]);
  return isSilent && isLate;
}

/** What a topic tells. Where it tells nothing, as while the socket is down, what is read, once. */
export function useLive<State, Key extends QueryKey>(
  told: State | undefined,
  read: UseQueryOptions<State, Error, State, Key>,
) {
  const enabled = useIsLate(told === undefined);
  const { data, error, refetch } = useQuery({ ...read, enabled });
  return { data: told ?? data, error: told === undefined ? error : null, refetch };
}
