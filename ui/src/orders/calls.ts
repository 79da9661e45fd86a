import { api, reply, withKey } from "@/api/client";
import type { OrderBody } from "@/api/types";

/** Places an order. The same key sent again gives the first answer again. */
export const placeOrder = (body: OrderBody, key: string) =>
  reply(api.POST("/stock/create", { body, params: { header: withKey(key) } }));

export const cancelOrder = (id: string, key: string) =>
  reply(api.POST("/orders/cancel", { body: { id }, params: { header: withKey(key) } }));

/** Sells a part of a position, or all of it, at the market. `id` is the position's. */
export const closePosition = (id: string, quantity: string, key: string) =>
  reply(
    api.POST("/position/flatPosition", {
      body: { id, quantity },
      params: { header: withKey(key) },
    }),
  );
