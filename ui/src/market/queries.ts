import { queryOptions } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { families } from "@/api/keys";
import {
  type AssetClass,
  decodeListedAll,
  encodeMarket,
  type ListedInstrument,
} from "@/api/market";
import { encodeCount } from "@/api/paging";

/** The server orders lists; a list in view is refetched this often. */
export const REORDER_EVERY_MS = 20_000;
/** A server that has just started calculates sparklines on request, in about this long. */
const SPARKLINES_AFTER_MS = 2_500;
const SPARKLINE_TRIES = 4;
/** Number of the largest companies on the first page. */
const LEADERS = 8;

/** Refetches soon while rows lack sparklines, but not forever: a new listing has no history. */
export function nextReading(
  rows: readonly ListedInstrument[] | undefined,
  readings: number,
  usual: number | false,
) {
  const lacks = rows?.some(({ recentCloses }) => recentCloses.length < 2);
  return lacks && readings <= SPARKLINE_TRIES ? SPARKLINES_AFTER_MS : usual;
}

/** The first rows of a class, optionally the most traded first. */
async function firstOf(of: AssetClass, count: number, signal: AbortSignal, type?: "actives") {
  const query = { market: encodeMarket(of), type, ...encodeCount(count) };
  const { list } = await reply(api.GET("/market/list", { params: { query }, signal }));
  return decodeListedAll(list);
}

export const leaders = queryOptions({
  queryKey: [...families.market, "leaders"],
  queryFn: ({ signal }) => firstOf("usStock", LEADERS, signal),
  refetchInterval: ({ state }) => nextReading(state.data, state.dataUpdateCount, false),
});

/** The best-known indices, one market after the other. */
const STRIP = ["SPX", "NDX", "DJI", "HSI", "HSTECH", "HSCEI", "N225", "FTSE", "GDAXI", "SSEC"];
/** More than the server has. */
const INDICES_MAX = 50;

export const indices = queryOptions({
  queryKey: [...families.market, "indices"],
  queryFn: async ({ signal }) => {
    const rows = await firstOf("index", INDICES_MAX, signal);
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
    queryFn: ({ signal }) => firstOf("usStock", count, signal, "actives"),
    refetchInterval: ({ state }) =>
      nextReading(state.data, state.dataUpdateCount, REORDER_EVERY_MS),
  });
