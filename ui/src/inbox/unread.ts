import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { decodeInbox } from "@/api/inbox";
import { families } from "@/api/keys";
import { encodePage } from "@/api/paging";

/** The number of unread notices. */
export const unreadCount = queryOptions({
  queryKey: [...families.inbox, "unread"],
  queryFn: ({ signal }) =>
    reply(api.GET("/userMessage/getMessage", { params: { query: encodePage(1, 1) }, signal })).then(
      (wire) => decodeInbox(wire).unread,
    ),
});

/** Stores a number that is newer than any pending answer. */
export function takeUnread(client: QueryClient, unread: number): void {
  void client.cancelQueries({ queryKey: unreadCount.queryKey });
  client.setQueryData(unreadCount.queryKey, unread);
}
