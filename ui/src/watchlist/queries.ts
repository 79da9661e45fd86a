import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { families, instrumentKey } from "@/api/keys";
import type { Stock, WatchItem } from "@/api/types";

export const watchlist = queryOptions({
  queryKey: families.watchlist,
  queryFn: ({ signal }) =>
    reply(api.GET("/userSelfSecurity/selectSelfSelectionStocksData", { signal })),
});

/** The market that an instrument's address did not name. */
async function lookUpMarket(code: string, name: string): Promise<string> {
  const found = await reply(
    api.POST("/market/getMaket", { body: { stkName: name, stkcode: code } }),
  );
  return found.market;
}

async function add(stock: Pick<Stock, "stock_code" | "name" | "classify" | "source" | "market">) {
  const market = stock.market || (await lookUpMarket(stock.stock_code, stock.name));
  return reply(
    api.POST("/userSelfSecurity/save", {
      body: {
        classify: stock.classify,
        assettype: String(stock.source),
        securityName: stock.name,
        secuCode: stock.stock_code,
        market,
      },
    }),
  );
}

const removeByCode = (stockCode: string, market: string) =>
  reply(
    api.POST("/userSelfSecurity/deleteByStockCode/{stockCode}", {
      params: { path: { stockCode }, query: { market } },
    }),
  );

/** Adds an instrument to the watchlist, or removes it if it is there. Takes effect at once. */
export function useWatchToggle(stock: Stock) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (watch: boolean) => {
      if (watch) await add(stock);
      else await removeByCode(stock.stock_code, stock.market);
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: watchlist.queryKey }),
        client.invalidateQueries({ queryKey: instrumentKey(stock.market, stock.stock_code) }),
      ]),
  });
}

/** Shows a change of the list before the server has confirmed it, and takes it back if it refuses. */
function useOptimisticList<V>(
  change: (items: WatchItem[], variables: V) => WatchItem[],
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
    (items, watchId: string) => items.filter((item) => item.watchId !== watchId),
    (id) => reply(api.POST("/userSelfSecurity/delete/{id}", { params: { path: { id } } })),
  );

/** Sends the whole order, as the identifiers in the order that they shall have. */
export const useReorder = () =>
  useOptimisticList(
    (items, ids: string[]) => ids.flatMap((id) => items.find((item) => item.watchId === id) ?? []),
    (ids) => reply(api.POST("/userSelfSecurity/reorder", { body: { ids } })),
  );
