import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { families } from "@/api/keys";
import { type AssetClass, decodeListedAll } from "@/api/market";
import { encodeCount, encodePage } from "@/api/paging";
import { decodeTrending, encodeClass } from "@/api/search";
import { nextReading, REORDER_EVERY_MS } from "./queries";

/** The most that a search shows. */
const FOUND_MAX = 50;
/** As many as there is something to choose from, and none that has to be looked for. */
const TRENDING = 10;

/** What a keyword finds, of one class or of all. */
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

/** What customers look at most, and by what that is counted. */
export const trending = queryOptions({
  queryKey: [...families.market, "trending"],
  queryFn: ({ signal }) =>
    reply(api.GET("/market/trending", { params: { query: encodeCount(TRENDING) }, signal })).then(
      decodeTrending,
    ),
  refetchInterval: ({ state }) =>
    nextReading(state.data?.rows, state.dataUpdateCount, 3 * REORDER_EVERY_MS),
});
