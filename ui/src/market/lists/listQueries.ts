import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { families } from "@/api/keys";
import { decodeRowPage } from "@/api/listed";
import { encodeMarket, type ListedInstrument } from "@/api/market";
import { encodePage, everyPage } from "@/api/paging";
import { classOfList, type Wanted } from "@/choices/lists";
import { nextReading, REORDER_EVERY_MS } from "../queries";

const PAGE_SIZE = 100;

/** The filter and order of a list. US stocks are filtered by exchange, all else by class. */
function encodeWanted({ assets, type, part, order }: Wanted) {
  const narrowed =
    assets === "usStock"
      ? { exchange: part }
      : { classify: assets === "agricultural" ? assets : part };
  return {
    ...narrowed,
    ...(type === "all" ? {} : { type }),
    ...(order ? { sort: order.by, order: order.descending ? "desc" : "asc" } : {}),
  };
}

/** The class of a list. */
const encodeClassOf = ({ assets }: Wanted) => ({ market: encodeMarket(classOfList(assets)) });

/** Reads a page of a list. Only the coins' own call has their readings. */
async function readPage(wanted: Wanted, page: number, signal: AbortSignal) {
  const query = { ...encodeWanted(wanted), ...encodePage(page, PAGE_SIZE) };
  return decodeRowPage(
    wanted.assets === "crypto"
      ? await reply(api.GET("/crypto/quantify_page", { params: { query }, signal }))
      : await reply(
          api.GET("/market/list", {
            params: { query: { ...encodeClassOf(wanted), ...query } },
            signal,
          }),
        ),
  );
}

/** Reads a whole list. The coins, which are few, come page by page. */
async function readWhole(wanted: Wanted, signal: AbortSignal): Promise<ListedInstrument[]> {
  if (wanted.assets === "crypto") return everyPage((page) => readPage(wanted, page, signal));
  const query = { ...encodeClassOf(wanted), ...encodeWanted(wanted) };
  return decodeRowPage(await reply(api.GET("/market/list/whole", { params: { query }, signal })))
    .rows;
}

const againAfter = (
  wanted: Wanted,
  rows: readonly ListedInstrument[] | undefined,
  readings: number,
) => nextReading(rows, readings, wanted.type === "all" && !wanted.order ? false : REORDER_EVERY_MS);

/** The whole of a list, for a table sortable by any column. */
export const wholeList = (wanted: Wanted) =>
  queryOptions({
    queryKey: [...families.market, "whole", wanted],
    queryFn: ({ signal }) => readWhole(wanted, signal),
    refetchInterval: ({ state }) => againAfter(wanted, state.data, state.dataUpdateCount),
    placeholderData: keepPreviousData,
  });

/** A part of a list, ordered by its ranking, or in the server's order for "all". */
export const instrumentList = (wanted: Wanted) =>
  infiniteQueryOptions({
    queryKey: [...families.market, "list", wanted],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => readPage(wanted, pageParam, signal),
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => {
      const rows = state.data?.pages.flatMap((page) => page.rows);
      return againAfter(wanted, rows, state.dataUpdateCount);
    },
    placeholderData: keepPreviousData,
  });
