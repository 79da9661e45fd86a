import { queryOptions } from "@tanstack/react-query";
import { api, reply } from "./client";
import { instrumentKey, marketKey } from "./keys";

/** The rules and the quote of an instrument, for every screen that shows or trades it. */
export const instrument = (stockCode: string, market: string) =>
  queryOptions({
    queryKey: instrumentKey(market, stockCode),
    queryFn: ({ signal }) =>
      reply(api.GET("/m_ft/stock_detail_ft", { params: { query: { stockCode, market } }, signal })),
    // The quote itself is live; this renews what the socket does not carry, such as the depth.
    refetchInterval: 5_000,
  });

/** The market that an instrument is traded on. Where several use its code, the one where it has that name. */
export const marketOf = (stkcode: string, stkName: string) =>
  queryOptions({
    queryKey: marketKey(stkcode, stkName),
    queryFn: ({ signal }) =>
      reply(api.POST("/market/getMaket", { body: { stkcode, stkName: stkName || null }, signal })),
    // An instrument does not change its market.
    staleTime: Number.POSITIVE_INFINITY,
  });
