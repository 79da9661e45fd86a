import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { type Deposit, type DepositKind, decodeChannel, decodeDepositPage } from "@/api/funds";
import { families } from "@/api/keys";
import { encodePage, type Paged } from "@/api/paging";

const PAGE_SIZE = 30;
/** The refetch interval while a review is pending, in case the push socket is down. */
const PENDING_EVERY_MS = 3_000;

/** The screen of each deposit method. */
export const formOf = {
  fiat: "depositFiat",
  certificate: "depositCertificate",
  wallet: "depositWallet",
} as const satisfies Record<DepositKind, string>;

/** The deposit methods of the server. */
export const channels = queryOptions({
  queryKey: families.depositChannels,
  queryFn: async ({ signal }) => {
    const list = await reply(api.POST("/recharge/currency/selectList", { body: {}, signal }));
    return list.map(decodeChannel);
  },
  staleTime: 60_000,
});

type DepositPages = InfiniteData<Paged<Deposit>, number>;

const isPending = (pages: DepositPages | undefined) =>
  pages?.pages[0]?.rows.some(({ status }) => status === "pending") === true;

/** The customer's deposits, the latest first. */
export const deposits = infiniteQueryOptions({
  queryKey: families.deposits,
  initialPageParam: 1,
  queryFn: ({ pageParam, signal }) =>
    reply(api.POST("/recharge/listPage", { body: encodePage(pageParam, PAGE_SIZE), signal })).then(
      decodeDepositPage,
    ),
  getNextPageParam: ({ next }) => next,
  refetchInterval: ({ state }) => (isPending(state.data) ? PENDING_EVERY_MS : false),
});

/**
 * Replaces the row of a pushed deposit; a reviewed deposit never becomes pending again. Pushes do not include proofs.
 */
export function withReview(pages: DepositPages, told: Deposit) {
  const review = (row: Deposit) =>
    row.id === told.id && row.status === "pending" ? { ...told, proof: row.proof } : row;
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, rows: page.rows.map(review) })),
  };
}

/** Stores a pushed deposit. */
export function takeDeposit(client: QueryClient, told: Deposit): void {
  client.setQueryData<DepositPages>(families.deposits, (known) => known && withReview(known, told));
  void client.invalidateQueries({ queryKey: families.deposits });
  void client.invalidateQueries({ queryKey: families.wallets });
}
