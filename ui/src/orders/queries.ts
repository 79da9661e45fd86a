import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { families, fillsKey, ofStockKey, orderKey } from "@/api/keys";
import { everyPage, nextPage, PAGE_SIZE_MAX } from "@/api/paging";
import type { Direction, OrderBody, OrderRow, Size } from "@/api/types";
import { NewestRows } from "@/push/newest";
import { isOpen } from "./words";

const newest = new NewestRows<OrderRow>();

/** A preview goes stale with the market: it is worked out again this often while it is looked at. */
const PREVIEW_EVERY_MS = 2_000;
/** A preview that takes longer tells nothing about the market of now, so it counts as failed. */
const PREVIEW_WITHIN_MS = 5_000;

/** Lays what was pushed over rows that were read, and leaves out what has ended since. */
const openOrders = (rows: readonly OrderRow[]) =>
  rows.map((row) => newest.over(row)).filter((row) => isOpen(row.status));

/** The orders that wait to be filled, newest first. */
export const workingOrders = queryOptions({
  queryKey: [...families.orders, "working"],
  queryFn: async ({ signal }) => {
    const read = (pageNum: number) =>
      reply(
        api.POST("/position/consignList", {
          body: { pageNum, pageSize: PAGE_SIZE_MAX },
          signal,
        }),
      );
    return openOrders(await everyPage(read));
  },
});

export const orderDetail = (id: string) =>
  queryOptions({
    queryKey: orderKey(id),
    queryFn: ({ signal }) => reply(api.POST("/orders/detail", { body: { id }, signal })),
  });

export const receipt = (fillId: string) =>
  queryOptions({
    queryKey: [...families.orders, "receipt", fillId],
    queryFn: ({ signal }) => reply(api.POST("/orders/receipt", { body: { fillId }, signal })),
    // What happened does not change; "Check again" reads it anew.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The fills of one stock, newest first, page by page. */
export const fillsOf = (stockCode: string, market: string) =>
  infiniteQueryOptions({
    queryKey: [...fillsKey, market, stockCode],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      reply(
        api.POST("/position/water/pageList", {
          body: { stockCode, market, pageNum: pageParam, pageSize: PAGE_SIZE_MAX },
          signal,
        }),
      ),
    getNextPageParam: nextPage,
  });

/** How many of the newest fills are listed beside other things. */
const RECENT = 8;

/** The newest fills of all instruments. */
export const recentFills = queryOptions({
  queryKey: [...fillsKey, "recent"],
  queryFn: async ({ signal }) => {
    const body = { pageNum: 1, pageSize: RECENT };
    return (await reply(api.POST("/position/water/pageList", { body, signal }))).list;
  },
});

/** What an order would cost or bring; null while the ticket is not filled in. */
export const preview = (body: OrderBody | null) =>
  queryOptions({
    queryKey: [...families.orders, "preview", body],
    queryFn: () => {
      const signal = AbortSignal.timeout(PREVIEW_WITHIN_MS);
      return body ? reply(api.POST("/stock/preview", { body, signal })) : Promise.resolve(null);
    },
    enabled: body !== null,
    refetchInterval: PREVIEW_EVERY_MS,
    placeholderData: keepPreviousData,
    retry: false,
  });

/** How much of a stock is held, and how much of that is free to sell. */
export const holding = (stockCode: string, market: string) =>
  queryOptions({
    queryKey: [...ofStockKey, market, stockCode],
    queryFn: ({ signal }) =>
      reply(
        api.POST("/position/getByStock", { body: { stockCode, market, direction: 0 }, signal }),
      ),
  });

interface Sizing {
  stockCode: string;
  market: string;
  direction: Direction;
  price?: string;
}

/** Half, all or a percentage of what can be bought (fees included) or sold. */
export const sizeOf = (order: Sizing, size: Size) =>
  reply(api.POST("/position/getHalfOrFullNum", { body: { ...order, size } }));

type PushedOrder = Partial<OrderRow> & { id: string; version: number };

/** Takes up what the socket told of an order: the lists and the open detail follow. */
export function takeOrder(client: QueryClient, pushed: PushedOrder): void {
  if (!newest.take(pushed)) return;
  const listed = client.getQueryData(workingOrders.queryKey);
  if (listed?.some((row) => row.id === pushed.id)) {
    client.setQueryData(workingOrders.queryKey, openOrders(listed));
  } else if (isOpen(pushed.status ?? 0)) {
    void client.invalidateQueries({ queryKey: workingOrders.queryKey });
  }
  void client.invalidateQueries({ queryKey: orderKey(pushed.id) });
  void client.invalidateQueries({ queryKey: fillsKey });
  void client.invalidateQueries({ queryKey: families.wallets });
}
