import type { Bar } from "@/api/market";

export const startOf = (bar: Bar | undefined) => bar?.start ?? Number.NaN;

/** Older bars before newer ones; where both have a bar, the newer reading counts. */
export function joinBars(older: Bar[], newer: Bar[]): Bar[] {
  const begin = newer.length > 0 ? startOf(newer[0]) : Number.POSITIVE_INFINITY;
  const before = older.filter((bar) => startOf(bar) < begin);
  return before.length > 0 ? [...before, ...newer] : newer;
}

interface Pannable {
  getVisibleLogicalRange(): { from: number; to: number } | null;
  subscribeVisibleLogicalRangeChange(onChange: () => void): void;
}

/** So many bars before the first one the older ones are read, so that they are there when it comes into view. */
const BARS_AHEAD = 30;

/**
 * Says when a reader's hand has brought the chart near its first bar. What fits into view at once is no reason. `signal`
 * ends it.
 */
export function watchLeftEdge(
  host: HTMLElement,
  scale: Pannable,
  onNear: () => void,
  signal: AbortSignal,
): void {
  let touched = false;
  const look = () => {
    const range = scale.getVisibleLogicalRange();
    if (touched && range && range.from < BARS_AHEAD) onNear();
  };
  const touch = () => {
    touched = true;
    look();
  };
  for (const name of ["wheel", "pointerup", "touchend"]) {
    host.addEventListener(name, touch, { passive: true, signal });
  }
  scale.subscribeVisibleLogicalRangeChange(look);
}
