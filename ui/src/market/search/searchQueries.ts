import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { families } from "@/api/keys";
import { type AssetClass, decodeListedAll } from "@/api/market";
import { encodeCount, encodePage } from "@/api/paging";
import { decodeTrending, encodeClass } from "@/api/search";
import { nextReading, REORDER_EVERY_MS } from "../queries";

/** The greatest number of results. */
const FOUND_MAX = 50;
/** Enough to choose from, without scrolling far. */
const TRENDING = 10;

/** The results for a keyword, in one class or all. */
export const search = (keyword: string, of: AssetClass | "" = "") =>
  queryOptions({
    queryKey: [...families.market, "search", keyword, of],
    queryFn: async ({ signal }) => {
      const query = { keyword, ...encodeClass(of), ...encodePage(1, FOUND_MAX) };
      const { list } = await reply(api.GET("/quotes/getStock", { params: { query }, signal }));
      return decodeListedAll(list);
    },
    refetchInterval: ({ state }) => nextReading(state.data, state.dataUpdateCount, false),
    enabled: keyword !== "",
    placeholderData: keepPreviousData,
  });

/** The instruments that customers look at most, and the basis of that count. */
export const trending = queryOptions({
  queryKey: [...families.market, "trending"],
  queryFn: ({ signal }) =>
    reply(api.GET("/market/trending", { params: { query: encodeCount(TRENDING) }, signal })).then(
      decodeTrending,
    ),
  refetchInterval: ({ state }) =>
    nextReading(state.data?.rows, state.dataUpdateCount, 3 * REORDER_EVERY_MS),
});
