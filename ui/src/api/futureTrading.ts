import { api, reply, withKey } from "./client";
import { decodeCost, type OrderCost } from "./costs";
import { decodeOrderState, type OrderState, type SentOrder } from "./orders";

/** Places an order for a future. */
export const placeFuture = (body: SentOrder, key: string): Promise<OrderState> =>
  reply(api.POST("/gold/create", { body, params: { header: withKey(key) } })).then(
    decodeOrderState,
  );

/** The cost of an order for a future. */
export const previewFuture = (body: SentOrder, signal: AbortSignal): Promise<OrderCost> =>
  reply(api.POST("/gold/preview", { body, signal })).then(decodeCost);

/** A position to roll: it is closed, and opened anew in another month. */
export interface Roll {
  /** The position's. */
  id: string;
  /** The code of the month to open. */
  symbol: string;
}

/** The two orders of a roll. */
export interface Rolled {
  closed: OrderState;
  /** Null where nothing was closed, or where it was refused. */
  opened: OrderState | null;
  /** The refusal of the order that would have opened the later month. */
  refusal: string | null;
}

/** Rolls a position into another month. */
export const rollPosition = ({ id, symbol }: Roll, key: string): Promise<Rolled> =>
  reply(
    api.POST("/position/roll", {
      body: { id, stockCode: symbol },
      params: { header: withKey(key) },
    }),
  ).then(({ closed, opened, error }) => ({
    closed: decodeOrderState(closed),
    opened: opened ? decodeOrderState(opened) : null,
    refusal: error ?? null,
  }));
