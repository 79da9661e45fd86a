import type { Bar } from "@/api/market";

/** The pushed last bars of a chart since the latest snapshot. */
export interface ToldBars {
  /** Oldest first. */
  bars: Bar[];
  /** Counts the snapshots: bars between them may be missing. */
  snapshot: number;
}

/** Adds pushed bars: the last bar, and the one before in its final state. */
export function tellBars({ bars, snapshot }: ToldBars, news: Bar[]): ToldBars {
  const first = news[0]?.start ?? Number.POSITIVE_INFINITY;
  return { bars: [...bars.filter(({ start }) => start < first), ...news], snapshot };
}

/** The bars of the reply, followed by the pushed ones, which are newer. */
export function withTold(read: Bar[], told: Bar[]): Bar[] {
  const [first] = told;
  if (!first) return read;
  return [...read.filter(({ start }) => start < first.start), ...told];
}
