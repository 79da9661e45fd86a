import { useEffect, useRef, useState } from "react";

/**
 * A price that moves all the time, taken anew every so many milliseconds, so that what is worked out with it settles;
 * with null it stays as it is. The first that is known is taken at once.
 */
export function useRenewed(price: string, everyMs: number | null): string {
  const newest = useRef(price);
  const [taken, setTaken] = useState(price);
  if (taken === "" && price !== "") setTaken(price);
  useEffect(() => {
    newest.current = price;
  }, [price]);
  useEffect(() => {
    if (everyMs === null) return;
    const renew = () => setTaken((before) => newest.current || before);
    const timer = setInterval(renew, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return taken;
}
