import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { instrumentDetail } from "@/api/instrument";
import { families, fillsKey, holdingKey, orderKey } from "@/api/keys";
import { encodeListing, type Listing } from "@/api/market";
import {
  decodeFillPage,
  decodeOrderDetail,
  decodeOrderPage,
  encodeSizing,
  type Order,
  type Share,
  type Sizing,
} from "@/api/orders";
import { encodePage, everyPage, PAGE_SIZE_MAX } from "@/api/paging";
import { decodeHolding, encodePositionSide, type PositionSide } from "@/api/positions";
import { decodeReceipt } from "@/api/receipt";
import { NewestRows } from "@/push/newest";
import { isOpen } from "@/trade/words";

const newest = new NewestRows<Order>();

/** Deletes the pushed orders of a customer who has left. */
export const forgetOrders = () => newest.forget();

/** Merges pushed orders over the rows of a reply, and drops those that have ended. */
const openOrders = (rows: readonly Order[]) =>
  rows.map((row) => newest.over(row)).filter((row) => isOpen(row.status));

/** The interval at which trailing stops are refetched while shown: they move with the market, and are not pushed. */
const TRAILED_EVERY_MS = 3_000;

const trailedEvery = (rows: readonly Order[] | undefined) =>
  rows?.some(({ prices, triggered, status }) => {
    return prices.type === "trailingStop" && !triggered && isOpen(status);
  })
    ? TRAILED_EVERY_MS
    : false;

/** The working orders, newest first. */
export const workingOrders = queryOptions({
  queryKey: [...families.orders, "working"],
  queryFn: async ({ signal }) => {
    const read = (page: number) =>
      reply(
        api.POST("/position/consignList", { body: encodePage(page, PAGE_SIZE_MAX), signal }),
      ).then(decodeOrderPage);
    return openOrders(await everyPage(read));
  },
  refetchInterval: ({ state }) => trailedEvery(state.data),
});

export const orderDetail = (id: string) =>
  queryOptions({
    queryKey: orderKey(id),
    queryFn: ({ signal }) =>
      reply(api.POST("/orders/detail", { body: { id }, signal })).then(decodeOrderDetail),
    refetchInterval: ({ state }) => trailedEvery(state.data && [state.data]),
  });

export const receipt = (fillId: string) =>
  queryOptions({
    queryKey: [...families.orders, "receipt", fillId],
    queryFn: ({ signal }) =>
      reply(api.POST("/orders/receipt", { body: { fillId }, signal })).then(decodeReceipt),
    // A past fill does not change; "Check again" refetches it.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The fills of one instrument, newest first, page by page. */
export const fillsOf = (listing: Listing) =>
  infiniteQueryOptions({
    queryKey: [...fillsKey, listing.market, listing.symbol],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => {
      const body = { ...encodeListing(listing), ...encodePage(pageParam, PAGE_SIZE_MAX) };
      return reply(api.POST("/position/water/pageList", { body, signal })).then(decodeFillPage);
    },
    getNextPageParam: ({ next }) => next,
  });

/** Number of the newest fills in a short list. */
const RECENT = 8;

/** The newest fills of all instruments. */
export const recentFills = queryOptions({
  queryKey: [...fillsKey, "recent"],
  queryFn: ({ signal }) => {
    const body = encodePage(1, RECENT);
    return reply(api.POST("/position/water/pageList", { body, signal })).then(
      (page) => decodeFillPage(page).rows,
    );
  },
});

/** The quantity held of an instrument, and the part free to close. On margin both sides may be held. */
export const holding = (listing: Listing, side: PositionSide = "long") =>
  queryOptions({
    queryKey: [...holdingKey, listing.market, listing.symbol, side],
    queryFn: ({ signal }) => {
      const body = { ...encodeListing(listing), ...encodePositionSide(side) };
      return reply(api.POST("/position/getByStock", { body, signal })).then(decodeHolding);
    },
  });

/** The affordable quantity changes with the price. */
const LARGEST_EVERY_MS = 10_000;

/** The greatest quantity of an order, fees included. It is recalculated when the available money changes. */
export const largestOrder = (order: Sizing, available: string | undefined) =>
  queryOptions({
    queryKey: [...families.orders, "largest", order, available],
    queryFn: () => sizeOf(order, "full").then(({ quantity }) => quantity),
    refetchInterval: LARGEST_EVERY_MS,
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Half, all or a percentage of the quantity that can be bought (fees included) or sold. */
export const sizeOf = (order: Sizing, share: Share) =>
  reply(api.POST("/position/getHalfOrFullNum", { body: encodeSizing(order, share) }));

/** The filled quantity of an order as far as known; undefined for an unknown order. */
export const filledOf = (client: QueryClient, id: string): string | undefined =>
  newest.get(id)?.filled ??
  client.getQueryData(workingOrders.queryKey)?.find((order) => order.id === id)?.filled;

/** The name of an order's instrument in the reader's language, which pushes lack; empty if it cannot be read either. */
export async function nameOf(client: QueryClient, listing: Listing): Promise<string> {
  // The name of an instrument changes only with the language.
  const detail = { ...instrumentDetail(listing), staleTime: Number.POSITIVE_INFINITY };
  return client.fetchQuery(detail).then(
    ({ name }) => name,
    () => "",
  );
}

type PushedOrder = Partial<Order> & { id: string; version: number };

/** Stores a pushed order: the lists and the open detail follow. */
export function takeOrder(client: QueryClient, pushed: PushedOrder): void {
  if (!newest.take(pushed)) return;
  const listed = client.getQueryData(workingOrders.queryKey);
  if (listed?.some((row) => row.id === pushed.id)) {
    client.setQueryData(workingOrders.queryKey, openOrders(listed));
  } else if (isOpen(pushed.status ?? "working")) {
    void client.invalidateQueries({ queryKey: workingOrders.queryKey });
  }
  void client.invalidateQueries({ queryKey: orderKey(pushed.id) });
  void client.invalidateQueries({ queryKey: fillsKey });
  if (pushed.status && !isOpen(pushed.status)) {
    void client.invalidateQueries({ queryKey: [...families.orders, "history"] });
  }
  void client.invalidateQueries({ queryKey: families.wallets });
}
