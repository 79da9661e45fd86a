import type { Bar } from "@/api/market";

export const startOf = (bar: Bar | undefined) => bar?.start ?? Number.NaN;

/** Older bars before newer ones; of duplicates, the newer reading is kept. */
export function joinBars(older: Bar[], newer: Bar[]): Bar[] {
  const begin = newer.length > 0 ? startOf(newer[0]) : Number.POSITIVE_INFINITY;
  const before = older.filter((bar) => startOf(bar) < begin);
  return before.length > 0 ? [...before, ...newer] : newer;
}

interface Pannable {
  getVisibleLogicalRange(): { from: number; to: number } | null;
  subscribeVisibleLogicalRangeChange(onChange: () => void): void;
}

/** Older bars are read when this many are left before the view, so that they arrive in time. */
const BARS_AHEAD = 30;

/**
 * Calls `onNear` when a gesture has moved the chart near its first bar; bars that are all in view do not count.
 * `signal` ends it.
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
