import { decodeBars } from "./market";
import type { Wire } from "./wire";

/** Reads a chart's last bars from a push, oldest first. */
export const decodePushedBars = (data: unknown) =>
  decodeBars((data as { bars: Wire["Candle"][] }).bars);
