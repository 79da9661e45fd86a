import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { families } from "@/api/keys";
import { nextPage } from "@/api/paging";
import type { Bar, Stock } from "@/api/types";
import { timeOf } from "./panning";

/** Lists are ordered by the server; the order is read again this often while one is looked at. */
const REORDER_EVERY_MS = 20_000;
const PAGE_SIZE = 100;
/** A server that has just started works sparklines out once they are asked for, in about this long. */
const SPARKLINES_AFTER_MS = 2_500;
const SPARKLINE_TRIES = 4;

/** Asks again soon while rows lack their sparklines, but not for ever: a new listing has no past. */
function nextReading(rows: readonly Stock[] | undefined, readings: number, usual: number | false) {
  const lacks = rows?.some(({ indicatorsQuoteClose }) => indicatorsQuoteClose.length < 2);
  return lacks && readings <= SPARKLINE_TRIES ? SPARKLINES_AFTER_MS : usual;
}

export const exchanges = ["NASDAQ", "NYSE", "AMEX"] as const;
export const listTypes = ["gainers", "losers", "actives"] as const;
export type ListType = (typeof listTypes)[number];

export const leaders = queryOptions({
  queryKey: [...families.market, "leaders"],
  queryFn: ({ signal }) =>
    reply(api.GET("/m_ft/topList", { params: { query: { pageSize: 8 } }, signal })),
  refetchInterval: ({ state }) => nextReading(state.data, state.dataUpdateCount, false),
});

export const movers = queryOptions({
  queryKey: [...families.market, "movers"],
  queryFn: ({ signal }) => reply(api.GET("/m_ft/home_custom_list", { signal })),
  refetchInterval: REORDER_EVERY_MS,
});

export const popular = (pageSize: number) =>
  queryOptions({
    queryKey: [...families.market, "popular", pageSize],
    queryFn: ({ signal }) =>
      reply(api.GET("/m_ft/hot_stock", { params: { query: { pageNum: 1, pageSize } }, signal })),
    refetchInterval: REORDER_EVERY_MS,
  });

/** The stocks of an exchange ("" is all of them), ordered by `type`, or by name for "all". */
export const stockList = (type: ListType | "all", exchange: string) =>
  infiniteQueryOptions({
    queryKey: [...families.market, "list", type, exchange],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => {
      const query = { exchange, pageNum: pageParam, pageSize: PAGE_SIZE };
      return reply(
        type === "all"
          ? api.GET("/m_ft/all_stock_list", { params: { query }, signal })
          : api.GET("/m_ft/stock_list", { params: { query: { ...query, type } }, signal }),
      );
    },
    getNextPageParam: nextPage,
    refetchInterval: ({ state }) => {
      const rows = state.data?.pages.flatMap(({ list }) => list);
      return nextReading(rows, state.dataUpdateCount, type === "all" ? false : REORDER_EVERY_MS);
    },
    placeholderData: keepPreviousData,
  });

export const search = (keyword: string) =>
  queryOptions({
    queryKey: [...families.market, "search", keyword],
    queryFn: ({ signal }) =>
      reply(
        api.GET("/quotes/getStock", {
          params: { query: { keyword, pageNum: 1, pageSize: 50 } },
          signal,
        }),
      ),
    enabled: keyword !== "",
    placeholderData: keepPreviousData,
  });

export const stockSummary = (stockCode: string) =>
  queryOptions({
    queryKey: [...families.market, "summary", stockCode],
    queryFn: ({ signal }) =>
      reply(api.GET("/m_ft/summary_detail", { params: { query: { stockCode } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const periods = ["intraday", "1D", "1W", "1M", "3M", "1Y"] as const;
export type Period = (typeof periods)[number];

export const bars = (stockCode: string, market: string, period: Period) =>
  queryOptions({
    queryKey: [...families.market, "bars", market, stockCode, period],
    queryFn: async ({ signal }) => {
      const query = { stockCode, market, type: period };
      const list: unknown = await reply(api.GET("/m_ft/kline", { params: { query }, signal }));
      return list as Bar[];
    },
    staleTime: 30_000,
  });

/** Bars that are read at once when a chart is panned back. */
const OLDER_BARS = 200;
/** The first older bars overlap the newest, which move on by a bar now and then. */
const OVERLAP = 20;

/** The bars before the newest of a chart, page by page. Nothing is read before the first page is asked for. */
export const olderBars = (stockCode: string, market: string, period: Period, newest: Bar[]) =>
  infiniteQueryOptions({
    queryKey: [...families.market, "older bars", market, stockCode, period],
    initialPageParam: timeOf(newest[Math.min(OVERLAP, newest.length - 1)]),
    queryFn: async ({ pageParam: before, signal }) => {
      const query = { stockCode, market, type: period, before, count: OLDER_BARS };
      const list: unknown = await reply(api.GET("/m_ft/kline", { params: { query }, signal }));
      return list as Bar[];
    },
    // A page that is not full is where the history begins.
    getNextPageParam: (page) => (page.length < OLDER_BARS ? undefined : timeOf(page[0])),
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
