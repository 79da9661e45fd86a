import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { api, reply } from "@/api/client";
import { families } from "@/api/keys";
import { nextPage } from "@/api/paging";
import type { Deposit, DepositChannel, Paged } from "@/api/types";
import { push } from "@/push/client";

const PAGE_SIZE = 30;
/** While a review is pending the list is read this often, should the push socket be away. */
const PENDING_EVERY_MS = 3_000;

/** How the wire numbers what became of a deposit. */
export const depositStatus = { pending: 0, completed: 1, failed: 2, cancelled: 3 } as const;
/** `other` is what a newer server knows and this UI does not. */
export type DepositStatus = keyof typeof depositStatus | "other";

const STATUSES = Object.keys(depositStatus) as (keyof typeof depositStatus)[];

export const statusOf = ({ status }: Pick<Deposit, "status">): DepositStatus =>
  STATUSES.find((name) => depositStatus[name] === status) ?? "other";

/** The ways in which the server takes money in. */
export const channels = queryOptions({
  queryKey: families.depositChannels,
  queryFn: ({ signal }) =>
    reply(api.POST("/recharge/currency/selectList", { body: {}, signal })) as Promise<
      DepositChannel[]
    >,
  staleTime: 60_000,
});

type DepositPages = InfiniteData<Paged<Deposit>, number>;

const isPending = (pages: DepositPages | undefined) =>
  pages?.pages[0]?.list.some(({ status }) => status === depositStatus.pending) === true;

/** The customer's deposits, the latest first. */
export const deposits = infiniteQueryOptions({
  queryKey: families.deposits,
  initialPageParam: 1,
  queryFn: ({ pageParam, signal }) =>
    reply(
      api.POST("/recharge/listPage", {
        body: { pageNum: pageParam, pageSize: PAGE_SIZE },
        signal,
      }),
    ),
  getNextPageParam: nextPage,
  refetchInterval: ({ state }) => (isPending(state.data) ? PENDING_EVERY_MS : false),
});

/** Puts what was pushed over the row that it is about; a reviewed deposit never turns pending again. */
export function withReview(pages: DepositPages, told: Partial<Deposit> & { id: string }) {
  const review = (row: Deposit) =>
    row.id === told.id && row.status === depositStatus.pending ? { ...row, ...told } : row;
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, list: page.list.map(review) })),
  };
}

interface DepositMessage extends Partial<Deposit> {
  kind: string;
  id: string;
}

function takeMessage(client: QueryClient, { kind, ...told }: DepositMessage): void {
  if (kind !== "deposit") return;
  client.setQueryData<DepositPages>(families.deposits, (known) => known && withReview(known, told));
  void client.invalidateQueries({ queryKey: families.deposits });
  void client.invalidateQueries({ queryKey: families.wallets });
}

/** Shows the outcome of a review the moment that the server knows it. */
export function useDepositStream(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      push.subscribe("messages", {
        message: (data) => takeMessage(client, data as DepositMessage),
        resync: () => void client.invalidateQueries({ queryKey: families.deposits }),
      }),
    [client],
  );
}
