import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { type Closing, encodeClosing } from "@/api/closing";
import { decodeCost, type OrderCost } from "@/api/costs";
import { families } from "@/api/keys";
import { encodeOrder, type NewOrder } from "@/api/orders";
import type { TicketName } from "@/products";
import { FORMS } from "@/trade/forms";

/** A preview ages with the market: while shown, it is recalculated this often. */
const PREVIEW_EVERY_MS = 2_000;
/** A slower preview is outdated on arrival, so it counts as failed. */
const PREVIEW_WITHIN_MS = 5_000;

const inTime = () => AbortSignal.timeout(PREVIEW_WITHIN_MS);

/** The figures of an order by a call that previews it; null while the order is incomplete. */
const figures = (call: string, order: object | null, read: () => Promise<OrderCost | null>) =>
  queryOptions({
    queryKey: [...families.orders, "preview", call, order],
    queryFn: read,
    enabled: order !== null,
    refetchInterval: PREVIEW_EVERY_MS,
    placeholderData: keepPreviousData,
    retry: false,
  });

/** The cost or proceeds of an order on a ticket. */
export const preview = (ticket: TicketName, order: NewOrder | null) =>
  figures(ticket, order, async () =>
    order ? FORMS[ticket].preview(encodeOrder(order), inTime()) : null,
  );

/** The proceeds of closing a position, or a part of it. */
export const closePreview = (closing: Closing | null) =>
  figures("close", closing, async () => {
    if (!closing) return null;
    const body = encodeClosing(closing);
    return reply(api.POST("/position/closePreview", { body, signal: inTime() })).then(decodeCost);
  });

/** The quantity that can be closed at the market changes with the position and its orders. */
const CLOSABLE_EVERY_MS = 10_000;

/** All that can be closed of a position at the market, where its legs make way. It is requested again when `held` changes. */
export const closable = (id: string, held: string) =>
  queryOptions({
    queryKey: [...families.orders, "closable", id, held],
    queryFn: () =>
      reply(
        api.POST("/position/closePreview", { body: { id, size: "full" }, signal: inTime() }),
      ).then(({ quantity }) => quantity),
    refetchInterval: CLOSABLE_EVERY_MS,
    placeholderData: keepPreviousData,
    retry: false,
  });
