import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { push } from "./client";

/** An open socket sends a topic within a moment. After this time it is fetched instead. */
const LATE_MS = 2_000;

/** True once nothing has arrived for this long, and at once without an open socket. */
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

/** The pushed state of a topic, or without one, as while the socket is down, the fetched state. */
export function useLive<State, Key extends QueryKey>(
  told: State | undefined,
  read: UseQueryOptions<State, Error, State, Key>,
) {
  const enabled = useIsLate(told === undefined);
  const { data, error, refetch } = useQuery({ ...read, enabled });
  return { data: told ?? data, error: told === undefined ? error : null, refetch };
}
