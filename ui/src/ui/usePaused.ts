import { useEffect, useState } from "react";

/** The value as it was when the customer last paused, so that not every key asks the server. */
export function usePaused<T>(value: T, pauseMs = 250): T {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return paused;
}
