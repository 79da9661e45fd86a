import type { Position } from "@/api/positions";

/** What can be taken back of a position's margin now: nothing while a margin call stands. Null if unknown. */
export const removableOf = ({ margin, future }: Pick<Position, "margin" | "future">) =>
  future?.marginCall ? "0.00" : (margin?.removable ?? null);
