import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { families, holdingKey } from "@/api/keys";
import { encodePage, everyPage, PAGE_SIZE_MAX } from "@/api/paging";
import {
  decodeClosedTradePage,
  decodePositionPage,
  type Position,
  type PositionChange,
} from "@/api/positions";
import { NewestRows } from "@/push/newest";
import { isPositive } from "@/ui";

const PAGE_SIZE = 50;
/** What is held on margin is marked anew this often while it is looked at. */
const MARKED_EVERY_MS = 2_000;

const newest = new NewestRows<Position>();

/** Lays what was pushed over rows that were read, and leaves out what has been closed since. */
const openPositions = (rows: readonly Position[]) =>
  rows.map((row) => newest.over(row)).filter((row) => isPositive(row.quantity));

/** Everything that is held, newest first. */
export const holdings = queryOptions({
  queryKey: [...families.positions, "holdings"],
  queryFn: async ({ signal }) => {
    const read = (page: number) =>
      reply(api.POST("/position/me", { body: encodePage(page, PAGE_SIZE_MAX), signal })).then(
        decodePositionPage,
      );
    return openPositions(await everyPage(read));
  },
  // The server marks what is held on margin, and converts its profit.
  refetchInterval: ({ state }) =>
    state.data?.some(({ margin }) => margin !== null) ? MARKED_EVERY_MS : false,
});

/** The sales, newest first, page by page. */
export const closedTrades = infiniteQueryOptions({
  queryKey: [...families.positions, "closed"],
  initialPageParam: 1,
  queryFn: ({ pageParam, signal }) =>
    reply(api.POST("/position/flatList", { body: encodePage(pageParam, PAGE_SIZE), signal })).then(
      decodeClosedTradePage,
    ),
  getNextPageParam: ({ next }) => next,
});

/** Takes up what the socket told of a position. */
export function takePosition(client: QueryClient, pushed: PositionChange): void {
  if (!newest.take(pushed)) return;
  const listed = client.getQueryData(holdings.queryKey);
  const known = listed?.find((row) => row.id === pushed.id);
  if (listed && known) client.setQueryData(holdings.queryKey, openPositions(listed));
  // Where a position on margin stands now only the server can say.
  if (!known || known.margin) void client.invalidateQueries({ queryKey: holdings.queryKey });
  void client.invalidateQueries({ queryKey: closedTrades.queryKey });
  void client.invalidateQueries({ queryKey: holdingKey });
}
