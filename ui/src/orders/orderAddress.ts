import type { Instrument } from "@/api/market";
import { instrumentQuery } from "@/products/instrumentQuery";
import { to } from "@/screens";

/** The address of an order's own screen. */
export const orderAddress = (order: Instrument & { id: string }) =>
  to("tradeDetail", { ...instrumentQuery(order), id: order.id, type: "order" });
