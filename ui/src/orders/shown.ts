import { useEffect } from "react";
import { leaveTelling } from "@/trade/toldOrders";

/** Marks the outcome of an order as shown by the calling sheet. */
export const useShown = (id: string): void => useEffect(() => leaveTelling(id), [id]);
