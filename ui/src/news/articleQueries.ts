import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { families } from "@/api/keys";
import { encodeListing, type Listing } from "@/api/market";
import { decodeArticle, decodeFullArticle } from "@/api/news";
import { encodeCount } from "@/api/paging";

const PAGE_SIZE = 20;
/** Reports come a few times a day. */
const FRESH_MS = 60_000;

interface Wanted {
  tag?: string;
  about?: Listing;
}

const wantedOf = ({ tag, about }: Wanted) => ({ tag, ...(about ? encodeListing(about) : {}) });

async function readArticles(wanted: Wanted, count: number, before?: string, signal?: AbortSignal) {
  const body = { ...wantedOf(wanted), before, ...encodeCount(count) };
  const { list } = await reply(api.POST("/article/pageList", { body, signal }));
  return list.map(decodeArticle);
}

/** All articles, the newest first. The next page starts after the last article, so that new ones shift nothing. */
export const articles = (wanted: Wanted) =>
  infiniteQueryOptions({
    queryKey: [...families.news, "list", wanted],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => ({
      rows: await readArticles(wanted, PAGE_SIZE, pageParam, signal),
    }),
    getNextPageParam: ({ rows }) => (rows.length < PAGE_SIZE ? undefined : rows.at(-1)?.id),
    staleTime: FRESH_MS,
  });

/** A few of the newest articles. */
export const newest = (count: number, about?: Listing) =>
  queryOptions({
    queryKey: [...families.news, "newest", count, about],
    queryFn: ({ signal }) => readArticles({ about }, count, undefined, signal),
    staleTime: FRESH_MS,
  });

export const article = (id: string) =>
  queryOptions({
    queryKey: [...families.news, "article", id],
    queryFn: ({ signal }) =>
      reply(api.GET("/article/{id}", { params: { path: { id } }, signal })).then(decodeFullArticle),
    staleTime: FRESH_MS,
  });
