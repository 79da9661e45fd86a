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
/** What is held on margin is marked anew this often while it is looked at. */
const MARKED_EVERY_MS = 2_000;

const newest = new NewestRows<Position>();

/** Forgets what was pushed to a customer who has left. */
export const forgetPositions = () => newest.forget();

const NOTHING: readonly Position[] = [];

/** What a reply said of the worth of a position is not true of one that has changed since. */
const UNKNOWN = {
  marketValue: null,
  profit: null,
  profitPercent: null,
  todayProfit: null,
} as const;

/** Lays what was pushed over rows that were read, and leaves out what has been closed since. */
const openPositions = (rows: readonly Position[]) =>
  rows
    .map((row) => {
      const known = newest.over(row);
      return known === row ? row : { ...known, ...UNKNOWN };
    })
    .filter((row) => isPositive(row.quantity));

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
  if (listed?.some((row) => row.id === pushed.id)) {
    client.setQueryData(holdings.queryKey, openPositions(listed));
  }
  // What it has gained today, where one on margin stands, and what a new one is called, the socket does not tell.
  void client.invalidateQueries({ queryKey: holdings.queryKey });
  void client.invalidateQueries({ queryKey: closedTrades.queryKey });
  void client.invalidateQueries({ queryKey: holdingKey });
}

/** By which the panes of the Trade tab go: of a visitor, and where nothing can be read, by no holding. */
export function useFirstHeld() {
  const isCustomer = useSession() !== null;
  const { data, error } = useQuery({ ...holdings, enabled: isCustomer });
  const rows = data ?? (isCustomer && !error ? undefined : NOTHING);
  return { of: "holdings", rows } as const;
}
