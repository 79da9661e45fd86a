import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { families } from "@/api/keys";
import { encodePage, type Paged } from "@/api/paging";
import { decodeWithdrawal, decodeWithdrawalPage, type Withdrawal } from "@/api/withdrawals";
import { decodeWithdrawalTimes } from "@/api/withdrawalTimes";
import { isLater, isUnderWay } from "./state";

const PAGE_SIZE = 20;
/** The refetch interval while a withdrawal is under way, in case the push socket is down. */
const UNDER_WAY_EVERY_MS = 10_000;
const MINUTE_MS = 60_000;

type WithdrawalPages = InfiniteData<Paged<Withdrawal>, number>;

const hasUnderWay = (pages: WithdrawalPages | undefined) =>
  pages?.pages[0]?.rows.some(isUnderWay) === true;

/** The customer's withdrawals, the latest first. */
export const withdrawals = infiniteQueryOptions({
  queryKey: families.withdrawals,
  initialPageParam: 1,
  queryFn: ({ pageParam, signal }) =>
    reply(
      api.POST("/withdrawal/listPage", { body: encodePage(pageParam, PAGE_SIZE), signal }),
    ).then(decodeWithdrawalPage),
  getNextPageParam: ({ next }) => next,
  refetchInterval: ({ state }) => (hasUnderWay(state.data) ? UNDER_WAY_EVERY_MS : false),
});

/** One withdrawal of the customer's. */
export const withdrawalOf = (id: string) =>
  queryOptions({
    queryKey: [...families.withdrawals, "detail", id],
    queryFn: ({ signal }) =>
      reply(api.POST("/withdrawal/detail", { body: { id }, signal })).then(decodeWithdrawal),
    refetchInterval: ({ state }) =>
      state.data && isUnderWay(state.data) ? UNDER_WAY_EVERY_MS : false,
  });

/** The durations of withdrawals, which the server publishes for everybody. */
export const withdrawalTimes = queryOptions({
  queryKey: [...families.withdrawals, "times"],
  queryFn: ({ signal }) =>
    reply(api.GET("/withdrawal/times", { signal })).then(decodeWithdrawalTimes),
  staleTime: MINUTE_MS,
});

/** Stores a pushed withdrawal. */
export function takeWithdrawal(client: QueryClient, told: Withdrawal): void {
  const newer = (row: Withdrawal) => (row.id === told.id && isLater(told, row) ? told : row);
  client.setQueryData<WithdrawalPages>(
    families.withdrawals,
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({ ...page, rows: page.rows.map(newer) })),
      },
  );
  for (const queryKey of [families.withdrawals, families.usable, families.wallets]) {
    void client.invalidateQueries({ queryKey });
  }
}
