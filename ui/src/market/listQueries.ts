import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { decodeCoinPage } from "@/api/coins";
import { decodeFuturePage, encodeFutureList } from "@/api/futures";
import { families } from "@/api/keys";
import { decodeListedPage } from "@/api/market";
import { encodePage } from "@/api/paging";
import type { Wanted } from "./lists";
import { nextReading, REORDER_EVERY_MS } from "./queries";

const PAGE_SIZE = 100;

/** Reads a page of a list by the call that is for it. */
function readList({ assets, type, part }: Wanted, page: number, signal: AbortSignal) {
  const paged = encodePage(page, PAGE_SIZE);
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

/** A part of a list, ordered by what it is ranked by, or as the server has it for "all". */
export const instrumentList = (wanted: Wanted) =>
  infiniteQueryOptions({
    queryKey: [...families.market, "list", wanted],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => readList(wanted, pageParam, signal),
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => {
      const rows = state.data?.pages.flatMap((page) => page.rows);
      const usual = wanted.type === "all" ? false : REORDER_EVERY_MS;
      return nextReading(rows, state.dataUpdateCount, usual);
    },
    placeholderData: keepPreviousData,
  });
