import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { decodeInbox, decodeNotice, encodeRead, type InboxPage, type Notice } from "@/api/inbox";
import { families } from "@/api/keys";
import { encodePage } from "@/api/paging";
import { takeUnread } from "./unread";

const PAGE_SIZE = 20;
const listKey = [...families.inbox, "list"] as const;
const noticeKey = [...families.inbox, "notice"] as const;

/** The notices to the customer, the latest first. */
export const inbox = infiniteQueryOptions({
  queryKey: listKey,
  initialPageParam: 1,
  queryFn: ({ pageParam, signal }) =>
    reply(
      api.GET("/userMessage/getMessage", {
        params: { query: encodePage(pageParam, PAGE_SIZE) },
        signal,
      }),
    ).then(decodeInbox),
  getNextPageParam: ({ next }) => next,
});

type InboxPages = InfiniteData<InboxPage, number>;

/** One notice. */
export const notice = (id: string) =>
  queryOptions({
    queryKey: [...noticeKey, id],
    queryFn: ({ signal }) =>
      reply(api.GET("/userMessage/{id}", { params: { path: { id } }, signal })).then(decodeNotice),
  });

/** The notice from the list, to show until its own query is answered. */
export const listed = (client: QueryClient, id: string): Notice | undefined =>
  client
    .getQueryData<InboxPages>(listKey)
    ?.pages.flatMap((page) => page.rows)
    .find((row) => row.id === id);

/** Stores that these notices, or with null all, were read. */
export function takeRead(client: QueryClient, ids: string[] | null, unread: number): void {
  takeUnread(client, unread);
  const read = (row: Notice): Notice =>
    row.isRead || (ids && !ids.includes(row.id)) ? row : { ...row, isRead: true };
  client.setQueryData<InboxPages>(
    listKey,
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({ ...page, rows: page.rows.map(read) })),
      },
  );
  client.setQueriesData<Notice>({ queryKey: noticeKey }, (known) => known && read(known));
}

/** Stores that a notice has arrived: its text is fetched where a list shows it. */
export function takeTold(client: QueryClient, unread: number): void {
  takeUnread(client, unread);
  void client.invalidateQueries({ queryKey: listKey });
}

/** Marks notices as read, or with null all. `quiet` if the customer did not ask for it. */
export function useMarkRead({ quiet }: { quiet: boolean }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[] | null) =>
      reply(api.POST("/userMessage/updateRead", { body: encodeRead(ids) })),
    onSuccess: ({ unread }, ids) => takeRead(client, ids, unread),
    meta: { quiet },
  });
}
