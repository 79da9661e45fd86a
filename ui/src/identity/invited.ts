import { infiniteQueryOptions } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { decodeInvited } from "@/api/invited";
import { families } from "@/api/keys";
import { decodePage, encodePage } from "@/api/paging";

const PAGE_SIZE = 20;

/** The customers who joined by invitation, the newest first. */
export const invited = infiniteQueryOptions({
  queryKey: [...families.identity, "invited"],
  initialPageParam: 1,
  queryFn: ({ pageParam, signal }) =>
    reply(api.POST("/api/user/invited", { body: encodePage(pageParam, PAGE_SIZE), signal })).then(
      decodePage(decodeInvited),
    ),
  getNextPageParam: ({ next }) => next,
});
