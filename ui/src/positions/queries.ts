import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { families, ofStockKey } from "@/api/keys";
import { everyPage, nextPage, PAGE_SIZE_MAX } from "@/api/paging";
import type { PositionRow } from "@/api/types";
import { NewestRows } from "@/push/newest";
import { isPositive } from "@/ui";

const newest = new NewestRows<PositionRow>();

/** Lays what was pushed over rows that were read, and leaves out what has been closed since. */
const openPositions = (rows: readonly PositionRow[]) =>
  rows.map((row) => newest.over(row)).filter((row) => isPositive(row.positionNum));

/** Everything that is held, newest first. */
export const holdings = queryOptions({
  queryKey: [...families.positions, "holdings"],
  queryFn: async ({ signal }) => {
    const read = (pageNum: number) =>
      reply(api.POST("/position/me", { body: { pageNum, pageSize: PAGE_SIZE_MAX }, signal }));
    return openPositions(await everyPage(read));
  },
});

/** The sales, newest first, page by page. */
export const closedTrades = infiniteQueryOptions({
  queryKey: [...families.positions, "closed"],
  initialPageParam: 1,
  queryFn: ({ pageParam, signal }) =>
    reply(api.POST("/position/flatList", { body: { pageNum: pageParam, pageSize: 50 }, signal })),
  getNextPageParam: nextPage,
});

type PushedPosition = Partial<PositionRow> & { id: string; version: number };

/** Takes up what the socket told of a position. */
export function takePosition(client: QueryClient, pushed: PushedPosition): void {
  if (!newest.take(pushed)) return;
  const listed = client.getQueryData(holdings.queryKey);
  if (listed?.some((row) => row.id === pushed.id)) {
    client.setQueryData(holdings.queryKey, openPositions(listed));
  } else {
    void client.invalidateQueries({ queryKey: holdings.queryKey });
  }
  void client.invalidateQueries({ queryKey: closedTrades.queryKey });
  void client.invalidateQueries({ queryKey: ofStockKey });
}
