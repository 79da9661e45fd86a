import { useEffect, useState } from "react";

/** The value as it was when the customer last paused, so that not every key asks the server. */
export function useDebounced<T>(value: T, pauseMs = 250): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
