import { api, reply, withKey } from "@/api/client";
import type { Order, OrderBody } from "@/api/types";
import { useMoneyAction } from "@/api/useMoneyAction";

/** What an order changes for the customer. */
const CHANGES = [["orders"], ["positions"], ["wallets"]];

/** Places an order. */
export const usePlaceOrder = () =>
  useMoneyAction({
    name: "/stock/create",
    send: (body: OrderBody, key) =>
      reply(api.POST("/stock/create", { body, params: { header: withKey(key) } })),
    changes: CHANGES,
  });

/** Cancels what is left of an order. */
export const useCancelOrder = (onAnswer: (order: Order) => void) =>
  useMoneyAction({
    name: "/orders/cancel",
    send: (body: { id: string }, key) =>
      reply(api.POST("/orders/cancel", { body, params: { header: withKey(key) } })),
    changes: CHANGES,
    onAnswer,
  });

/** Sells a part of a position, or all of it, at the market. `id` is the position's. */
export const useClosePosition = () =>
  useMoneyAction({
    name: "/position/flatPosition",
    send: (body: { id: string; quantity: string }, key) =>
      reply(api.POST("/position/flatPosition", { body, params: { header: withKey(key) } })),
    changes: CHANGES,
  });
