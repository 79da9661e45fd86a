import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useQuery,
} from "@tanstack/react-query";
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
import { useSession } from "@/session";
import { isPositive } from "@/ui";

const PAGE_SIZE = 50;
/** The refetch interval of positions on margin while shown, for their marks. */
const MARKED_EVERY_MS = 2_000;

const newest = new NewestRows<Position>();

/** Deletes the pushed positions of a customer who has left. */
export const forgetPositions = () => newest.forget();

const NOTHING: readonly Position[] = [];

/** A reply's valuation does not apply to a position that has changed since. */
const UNKNOWN = {
  marketValue: null,
  profit: null,
  profitPercent: null,
  todayProfit: null,
} as const;

/** Merges pushed positions over the rows of a reply, and drops those closed since. */
const openPositions = (rows: readonly Position[]) =>
  rows
    .map((row) => {
      const known = newest.over(row);
      return known === row ? row : { ...known, ...UNKNOWN };
    })
    .filter((row) => isPositive(row.quantity));

/** All holdings, newest first. */
export const holdings = queryOptions({
  queryKey: [...families.positions, "holdings"],
  queryFn: async ({ signal }) => {
    const read = (page: number) =>
      reply(api.POST("/position/me", { body: encodePage(page, PAGE_SIZE_MAX), signal })).then(
        decodePositionPage,
      );
    return openPositions(await everyPage(read));
  },
  // The server marks positions on margin, and converts their profit.
  refetchInterval: ({ state }) =>
    state.data?.some(({ margin }) => margin !== null) ? MARKED_EVERY_MS : false,
});

/** The closed trades, newest first, page by page. */
export const closedTrades = infiniteQueryOptions({
  queryKey: [...families.positions, "closed"],
  initialPageParam: 1,
  queryFn: ({ pageParam, signal }) =>
    reply(api.POST("/position/flatList", { body: encodePage(pageParam, PAGE_SIZE), signal })).then(
      decodeClosedTradePage,
    ),
  getNextPageParam: ({ next }) => next,
});

/** Stores a pushed position. */
export function takePosition(client: QueryClient, pushed: PositionChange): void {
  if (!newest.take(pushed)) return;
  const listed = client.getQueryData(holdings.queryKey);
  if (listed?.some((row) => row.id === pushed.id)) {
    client.setQueryData(holdings.queryKey, openPositions(listed));
  }
  // A push lacks today's gain, the mark of a position on margin, and the name of a new one.
  void client.invalidateQueries({ queryKey: holdings.queryKey });
  void client.invalidateQueries({ queryKey: closedTrades.queryKey });
  void client.invalidateQueries({ queryKey: holdingKey });
}

/** The default instrument for the panes of the Trade tab; without a customer or after an error, no holding. */
export function useFirstHeld() {
  const isCustomer = useSession() !== null;
  const { data, error } = useQuery({ ...holdings, enabled: isCustomer });
  const rows = data ?? (isCustomer && !error ? undefined : NOTHING);
  return { of: "holdings", rows } as const;
}
