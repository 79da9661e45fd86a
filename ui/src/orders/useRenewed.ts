import { useEffect, useRef, useState } from "react";

/**
 * A changing price, sampled every `everyMs` milliseconds, so that figures calculated from it settle; with null it stays
 * as it is. The first known price is taken at once.
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
