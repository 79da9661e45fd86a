import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { families } from "@/api/keys";
import {
  type Bar,
  decodeBars,
  decodeCompany,
  decodeListedAll,
  decodeListedPage,
  encodeListing,
  type ListedInstrument,
  type Listing,
} from "@/api/market";
import { encodeCount, encodePage } from "@/api/paging";
import { startOf } from "./panning";

/** Lists are ordered by the server; the order is read again this often while one is looked at. */
const REORDER_EVERY_MS = 20_000;
const PAGE_SIZE = 100;
/** A server that has just started works sparklines out once they are asked for, in about this long. */
const SPARKLINES_AFTER_MS = 2_500;
const SPARKLINE_TRIES = 4;
/** How many of the market's largest companies the first page shows. */
const LEADERS = 8;
/** The most that a search shows. */
const FOUND_MAX = 50;

/** Asks again soon while rows lack their sparklines, but not for ever: a new listing has no past. */
function nextReading(
  rows: readonly ListedInstrument[] | undefined,
  readings: number,
  usual: number | false,
) {
  const lacks = rows?.some(({ recentCloses }) => recentCloses.length < 2);
  return lacks && readings <= SPARKLINE_TRIES ? SPARKLINES_AFTER_MS : usual;
}

export const exchanges = ["NASDAQ", "NYSE", "AMEX"] as const;
export const listTypes = ["gainers", "losers", "actives"] as const;
export type ListType = (typeof listTypes)[number];

export const leaders = queryOptions({
  queryKey: [...families.market, "leaders"],
  queryFn: ({ signal }) =>
    reply(api.GET("/m_ft/topList", { params: { query: encodeCount(LEADERS) }, signal })).then(
      decodeListedAll,
    ),
  refetchInterval: ({ state }) => nextReading(state.data, state.dataUpdateCount, false),
});

export const movers = queryOptions({
  queryKey: [...families.market, "movers"],
  queryFn: async ({ signal }) => {
    const lists = await reply(api.GET("/m_ft/home_custom_list", { signal }));
    return {
      gainers: decodeListedAll(lists.gainers),
      losers: decodeListedAll(lists.losers),
      actives: decodeListedAll(lists.actives),
    };
  },
  refetchInterval: ({ state }) => {
    const lists = state.data && Object.values(state.data).flat();
    return nextReading(lists, state.dataUpdateCount, REORDER_EVERY_MS);
  },
});

/** The instruments with the most traded value, in order. */
export const popular = (count: number) =>
  queryOptions({
    queryKey: [...families.market, "popular", count],
    queryFn: async ({ signal }) => {
      const query = encodePage(1, count);
      const page = await reply(api.GET("/m_ft/hot_stock", { params: { query }, signal }));
      return decodeListedPage(page).rows;
    },
    refetchInterval: ({ state }) =>
      nextReading(state.data, state.dataUpdateCount, REORDER_EVERY_MS),
  });

/** The instruments of an exchange ("" is all of them), ordered by `type`, or by name for "all". */
export const instrumentList = (type: ListType | "all", exchange: string) =>
  infiniteQueryOptions({
    queryKey: [...families.market, "list", type, exchange],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => {
      const query = { exchange, ...encodePage(pageParam, PAGE_SIZE) };
      return reply(
        type === "all"
          ? api.GET("/m_ft/all_stock_list", { params: { query }, signal })
          : api.GET("/m_ft/stock_list", { params: { query: { ...query, type } }, signal }),
      ).then(decodeListedPage);
    },
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => {
      const rows = state.data?.pages.flatMap((page) => page.rows);
      return nextReading(rows, state.dataUpdateCount, type === "all" ? false : REORDER_EVERY_MS);
    },
    placeholderData: keepPreviousData,
  });

export const search = (keyword: string) =>
  queryOptions({
    queryKey: [...families.market, "search", keyword],
    queryFn: async ({ signal }) => {
      const query = { keyword, ...encodePage(1, FOUND_MAX) };
      const page = await reply(api.GET("/quotes/getStock", { params: { query }, signal }));
      return decodeListedPage(page).rows;
    },
    refetchInterval: ({ state }) => nextReading(state.data, state.dataUpdateCount, false),
    enabled: keyword !== "",
    placeholderData: keepPreviousData,
  });

export const company = (listing: Listing) =>
  queryOptions({
    queryKey: [...families.market, "company", listing.market, listing.symbol],
    queryFn: ({ signal }) =>
      reply(
        api.GET("/m_ft/summary_detail", { params: { query: encodeListing(listing) }, signal }),
      ).then(decodeCompany),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const periods = ["intraday", "1D", "1W", "1M", "3M", "1Y"] as const;
export type Period = (typeof periods)[number];

export const bars = (listing: Listing, period: Period) =>
  queryOptions({
    queryKey: [...families.market, "bars", listing.market, listing.symbol, period],
    queryFn: ({ signal }) => {
      const query = { ...encodeListing(listing), type: period };
      return reply(api.GET("/m_ft/kline", { params: { query }, signal })).then(decodeBars);
    },
    staleTime: 30_000,
  });

/** Bars that are read at once when a chart is panned back. */
const OLDER_BARS = 200;
/** The first older bars overlap the newest, which move on by a bar now and then. */
const OVERLAP = 20;

/** The bars before the newest of a chart, page by page. Nothing is read before the first page is asked for. */
export const olderBars = (listing: Listing, period: Period, newest: Bar[]) =>
  infiniteQueryOptions({
    queryKey: [...families.market, "older bars", listing.market, listing.symbol, period],
    initialPageParam: startOf(newest[Math.min(OVERLAP, newest.length - 1)]),
    queryFn: ({ pageParam: before, signal }) => {
      const query = { ...encodeListing(listing), type: period, before, count: OLDER_BARS };
      return reply(api.GET("/m_ft/kline", { params: { query }, signal })).then(decodeBars);
    },
    // A page that is not full is where the history begins.
    getNextPageParam: (page) => (page.length < OLDER_BARS ? undefined : startOf(page[0])),
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
