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
/** While one is on its way the list is read this often, should the push socket be away. */
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

/** How long withdrawals take, as the server publishes it for everybody. */
export const withdrawalTimes = queryOptions({
  queryKey: [...families.withdrawals, "times"],
  queryFn: ({ signal }) =>
    reply(api.GET("/withdrawal/times", { signal })).then(decodeWithdrawalTimes),
  staleTime: MINUTE_MS,
});

/** Takes up what the socket told of a withdrawal. */
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
