import type { Position } from "@/api/positions";
import { instrumentQuery } from "@/products/instrumentQuery";
import { to } from "@/screens";

/** The address of a holding's own screen. */
export const holdingAddress = (position: Position) =>
  to("tradeDetail", { ...instrumentQuery(position), id: position.id, type: "holding" });
