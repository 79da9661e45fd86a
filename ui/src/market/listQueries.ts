import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { decodeCoinPage } from "@/api/coins";
import { decodeFuturePage, encodeFutureList } from "@/api/futures";
import { families } from "@/api/keys";
import { decodeListedPage, encodeMarket, type ListedInstrument } from "@/api/market";
import { encodePage, everyPage } from "@/api/paging";
import { classOfList, type Wanted } from "./lists";
import { nextReading, REORDER_EVERY_MS } from "./queries";

const PAGE_SIZE = 100;

const encodeOrder = ({ order }: Wanted) =>
  order ? { sort: order.by, order: order.descending ? "desc" : "asc" } : {};

/** Reads a page of a list by the call that is for it. */
function readList(wanted: Wanted, page: number, signal: AbortSignal) {
  const { assets, type, part } = wanted;
  const paged = { ...encodePage(page, PAGE_SIZE), ...encodeOrder(wanted) };
  const ranking = type === "all" ? {} : { type };
  const query = { ...paged, ...ranking, classify: part };
  switch (assets) {
    case "hkStock":
      return reply(
        api.GET("/hk_st/all_stock_list", { params: { query: { ...paged, ...ranking } }, signal }),
      ).then(decodeListedPage);
    case "index":
      return reply(api.GET("/m_ft/global_index", { params: { query }, signal })).then(
        decodeListedPage,
      );
    case "forex":
      return reply(api.GET("/m_ft/forex_list", { params: { query }, signal })).then(
        decodeListedPage,
      );
    case "future":
    case "agricultural": {
      const query = encodeFutureList(assets === "future" ? part : assets, ranking.type);
      return reply(
        api.GET("/m_ft/futures_list", { params: { query: { ...query, ...paged } }, signal }),
      ).then(decodeFuturePage);
    }
    case "crypto":
      return reply(api.GET("/crypto/quantify_page", { params: { query }, signal })).then(
        decodeCoinPage,
      );
    case "usStock": {
      const query = { exchange: part, ...paged };
      return reply(
        type === "all"
          ? api.GET("/m_ft/all_stock_list", { params: { query }, signal })
          : api.GET("/m_ft/stock_list", { params: { query: { ...query, type } }, signal }),
      ).then(decodeListedPage);
    }
  }
}

/** Reads a list at once. What only its own call says, as of coins, is read from there, page by page. */
async function readWhole(wanted: Wanted, signal: AbortSignal): Promise<ListedInstrument[]> {
  const { assets, type, part } = wanted;
  if (assets === "crypto") return everyPage((page) => readList(wanted, page, signal));
  const narrowed =
    assets === "usStock"
      ? { exchange: part }
      : { classify: assets === "agricultural" ? assets : part };
  const ranking = type === "all" ? {} : { type };
  const of = classOfList(assets);
  const query = { market: encodeMarket(of), ...narrowed, ...ranking, ...encodeOrder(wanted) };
  const decode = of === "future" ? decodeFuturePage : decodeListedPage;
  const answer = await reply(api.GET("/market/list/whole", { params: { query }, signal }));
  return decode(answer).rows;
}

const againAfter = (
  wanted: Wanted,
  rows: readonly ListedInstrument[] | undefined,
  readings: number,
) => nextReading(rows, readings, wanted.type === "all" && !wanted.order ? false : REORDER_EVERY_MS);

/** All of a list, for a table that any column orders. */
export const wholeList = (wanted: Wanted) =>
  queryOptions({
    queryKey: [...families.market, "whole", wanted],
    queryFn: ({ signal }) => readWhole(wanted, signal),
    refetchInterval: ({ state }) => againAfter(wanted, state.data, state.dataUpdateCount),
    placeholderData: keepPreviousData,
  });

/** A part of a list, ordered by what it is ranked by, or as the server has it for "all". */
export const instrumentList = (wanted: Wanted) =>
  infiniteQueryOptions({
    queryKey: [...families.market, "list", wanted],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => readList(wanted, pageParam, signal),
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => {
      const rows = state.data?.pages.flatMap((page) => page.rows);
      return againAfter(wanted, rows, state.dataUpdateCount);
    },
    placeholderData: keepPreviousData,
  });
