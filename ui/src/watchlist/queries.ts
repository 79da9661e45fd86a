import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { families, instrumentKey } from "@/api/keys";
import type { ListedInstrument, Listing } from "@/api/market";
import {
  decodeWatchlist,
  encodeUnwatched,
  encodeWatched,
  type WatchlistEntry,
} from "@/api/watchlist";

export const watchlist = queryOptions({
  queryKey: families.watchlist,
  queryFn: ({ signal }) =>
    reply(api.GET("/userSelfSecurity/selectSelfSelectionStocksData", { signal })).then(
      decodeWatchlist,
    ),
});

const add = (instrument: ListedInstrument) =>
  reply(api.POST("/userSelfSecurity/save", { body: encodeWatched(instrument) }));

const remove = (listing: Listing) =>
  reply(
    api.POST("/userSelfSecurity/deleteByStockCode/{stockCode}", {
      params: encodeUnwatched(listing),
    }),
  );

/** Adds an instrument to the watchlist, or removes it if it is there. Takes effect at once. */
export function useWatchToggle(instrument: ListedInstrument) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (watch: boolean) => {
      if (watch) await add(instrument);
      else await remove(instrument);
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: watchlist.queryKey }),
        client.invalidateQueries({ queryKey: instrumentKey(instrument) }),
      ]),
  });
}

/** Shows a change of the list before the server has confirmed it, and reverts it if refused. */
function useOptimisticList<V>(
  change: (items: WatchlistEntry[], variables: V) => WatchlistEntry[],
  send: (variables: V) => Promise<unknown>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onMutate: async (variables) => {
      await client.cancelQueries({ queryKey: watchlist.queryKey });
      const before = client.getQueryData(watchlist.queryKey);
      client.setQueryData(watchlist.queryKey, (items) => items && change(items, variables));
      return { before };
    },
    onError: (_error, _variables, context) =>
      client.setQueryData(watchlist.queryKey, context?.before),
    onSettled: () => client.invalidateQueries({ queryKey: watchlist.queryKey }),
  });
}

export const useRemoveItem = () =>
  useOptimisticList(
    (items, entryId: string) => items.filter((item) => item.entryId !== entryId),
    (id) => reply(api.POST("/userSelfSecurity/delete/{id}", { params: { path: { id } } })),
  );

/** Sends the whole order, as a list of ids. */
export const useReorder = () =>
  useOptimisticList(
    (items, ids: string[]) => ids.flatMap((id) => items.find((item) => item.entryId === id) ?? []),
    (ids) => reply(api.POST("/userSelfSecurity/reorder", { body: { ids } })),
  );
