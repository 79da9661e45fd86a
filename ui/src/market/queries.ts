import { queryOptions } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { families } from "@/api/keys";
import { decodeListedAll, decodeListedPage, type ListedInstrument } from "@/api/market";
import { encodeCount, encodePage } from "@/api/paging";

/** Lists are ordered by the server; the order is read again this often while one is looked at. */
export const REORDER_EVERY_MS = 20_000;
/** A server that has just started works sparklines out once they are asked for, in about this long. */
const SPARKLINES_AFTER_MS = 2_500;
const SPARKLINE_TRIES = 4;
/** How many of the market's largest companies the first page shows. */
const LEADERS = 8;

/** Asks again soon while rows lack their sparklines, but not for ever: a new listing has no past. */
export function nextReading(
  rows: readonly ListedInstrument[] | undefined,
  readings: number,
  usual: number | false,
) {
  const lacks = rows?.some(({ recentCloses }) => recentCloses.length < 2);
  return lacks && readings <= SPARKLINE_TRIES ? SPARKLINES_AFTER_MS : usual;
}

export const leaders = queryOptions({
  queryKey: [...families.market, "leaders"],
  queryFn: ({ signal }) =>
    reply(api.GET("/m_ft/topList", { params: { query: encodeCount(LEADERS) }, signal })).then(
      decodeListedAll,
    ),
  refetchInterval: ({ state }) => nextReading(state.data, state.dataUpdateCount, false),
});

/** The indices that most know, one market after the other. */
const STRIP = ["SPX", "NDX", "DJI", "HSI", "HSTECH", "HSCEI", "N225", "FTSE", "GDAXI", "SSEC"];
/** More than there are. */
const INDICES_MAX = 50;

export const indices = queryOptions({
  queryKey: [...families.market, "indices"],
  queryFn: async ({ signal }) => {
    const query = encodeCount(INDICES_MAX);
    const page = await reply(api.GET("/m_ft/global_index", { params: { query }, signal }));
    const { rows } = decodeListedPage(page);
    return STRIP.flatMap((symbol) => rows.filter((row) => row.symbol === symbol));
  },
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
