import type { Bar } from "@/api/market";

/** What the socket has told of a chart's last bars since it told the last bar as a whole. */
export interface ToldBars {
  /** Oldest first. */
  bars: Bar[];
  /** Counts the times that it told the last bar as a whole: what was between them is not known. */
  snapshot: number;
}

/** With what is told of the last bar, and of the one before as it ended. */
export function tellBars({ bars, snapshot }: ToldBars, news: Bar[]): ToldBars {
  const first = news[0]?.start ?? Number.POSITIVE_INFINITY;
  return { bars: [...bars.filter(({ start }) => start < first), ...news], snapshot };
}

/** The bars that were read, under those that were told, which are newer. */
export function withTold(read: Bar[], told: Bar[]): Bar[] {
  const [first] = told;
  if (!first) return read;
  return [...read.filter(({ start }) => start < first.start), ...told];
}
