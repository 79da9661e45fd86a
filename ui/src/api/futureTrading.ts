import { api, reply, withKey } from "./client";
import { decodeCost, type OrderCost } from "./costs";
import { decodeOrderState, type OrderState, type SentOrder } from "./orders";
import type { Wire } from "./wire";

// The calls of futures that the API's document does not have yet. Their fields are in `futureRows.ts`, the terms of a
// contract in `futures.ts`.

/** A call by its path alone. */
type Untyped = <T>(
  path: string,
  init: { body: object; params?: { header: object }; signal?: AbortSignal },
) => Promise<{
  data?: { code: number; msg: string; data: T };
  error?: unknown;
  response: Response;
}>;
const post = api.POST as unknown as Untyped;

/** Places an order for a future. */
export const placeFuture = (body: SentOrder, key: string): Promise<OrderState> =>
  reply(post<Wire["OrderReply"]>("/gold/create", { body, params: { header: withKey(key) } })).then(
    decodeOrderState,
  );

/** The cost of an order for a future. */
export const previewFuture = (body: SentOrder, signal: AbortSignal): Promise<OrderCost> =>
  reply(post<Wire["CostReply"]>("/gold/preview", { body, signal })).then(decodeCost);

/** A position to roll: it is closed, and opened anew in another month. */
export interface Roll {
  /** The position's. */
  id: string;
  /** The code of the month to open. */
  stockCode: string;
}

/** The two orders of a roll. */
export interface Rolled {
  closed: OrderState;
  /** Null where nothing was closed, or where it was refused. */
  opened: OrderState | null;
}

interface RolledRow {
  closed: Wire["OrderReply"];
  opened?: Wire["OrderReply"] | null;
}

/** Rolls a position into another month. */
export const rollPosition = (body: Roll, key: string): Promise<Rolled> =>
  reply(post<RolledRow>("/position/roll", { body, params: { header: withKey(key) } })).then(
    ({ closed, opened }) => ({
      closed: decodeOrderState(closed),
      opened: opened ? decodeOrderState(opened) : null,
    }),
  );
