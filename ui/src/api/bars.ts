import { decodeBars } from "./market";
import type { Wire } from "./wire";

/** Reads what the socket tells of a chart's last bars, oldest first. */
export const decodePushedBars = (data: unknown) =>
  decodeBars((data as { bars: Wire["Candle"][] }).bars);
