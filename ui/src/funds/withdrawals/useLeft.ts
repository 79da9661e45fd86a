import { useEffect, useState } from "react";

const SECOND_MS = 1_000;

/** The time left until a moment by the customer's clock, in milliseconds; at its end `onEnd` is called once. */
export function useLeft(until: number, onEnd: () => void): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, until - now);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends once, whatever there is to call by then
  useEffect(() => {
    if (isOver) onEnd();
  }, [isOver, until]);
  return left;
}
