import { useCallback, useEffect, useState } from "react";

/** Counts seconds down to zero by the clock, so that a suspended tab is right when it resumes. */
export function useCountdown(): { seconds: number; start: (seconds: number) => void } {
  const [end, setEnd] = useState(0);
  const [now, setNow] = useState(() => Date.now());
  const running = end > now;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [running]);
  const start = useCallback((seconds: number) => {
    setNow(Date.now());
    setEnd(Date.now() + seconds * 1000);
  }, []);
  return { seconds: running ? Math.ceil((end - now) / 1000) : 0, start };
}
