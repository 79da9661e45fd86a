import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { families } from "@/api/keys";
import { decodeListedPage } from "@/api/market";
import { encodePage } from "@/api/paging";
import type { Wanted } from "./lists";
import { nextReading, REORDER_EVERY_MS } from "./queries";

const PAGE_SIZE = 100;

/** Reads a page of a list by the call that is for it. */
function readList({ assets, type, part }: Wanted, page: number, signal: AbortSignal) {
  const paged = encodePage(page, PAGE_SIZE);
  const ranked = { ...paged, ...(type === "all" ? {} : { type }) };
  switch (assets) {
    case "hkStock":
      return reply(api.GET("/hk_st/all_stock_list", { params: { query: ranked }, signal }));
    case "forex": {
      const query = { ...ranked, classify: part };
      return reply(api.GET("/m_ft/forex_list", { params: { query }, signal }));
    }
    case "usStock": {
      const query = { exchange: part, ...paged };
      return reply(
        type === "all"
          ? api.GET("/m_ft/all_stock_list", { params: { query }, signal })
          : api.GET("/m_ft/stock_list", { params: { query: { ...query, type } }, signal }),
      );
    }
  }
}

/** A part of a list, ordered by what it is ranked by, or as the server has it for "all". */
export const instrumentList = (wanted: Wanted) =>
  infiniteQueryOptions({
    queryKey: [...families.market, "list", wanted],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => readList(wanted, pageParam, signal).then(decodeListedPage),
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => {
      const rows = state.data?.pages.flatMap((page) => page.rows);
      const usual = wanted.type === "all" ? false : REORDER_EVERY_MS;
      return nextReading(rows, state.dataUpdateCount, usual);
    },
    placeholderData: keepPreviousData,
  });
