import { queryOptions } from "@tanstack/react-query";
import { api, reply } from "./client";
import { instrumentKey } from "./keys";

/** The rules and the quote of an instrument, for every screen that shows or trades it. */
export const instrument = (stockCode: string, market: string) =>
  queryOptions({
    queryKey: instrumentKey(market, stockCode),
    queryFn: ({ signal }) =>
      reply(api.GET("/m_ft/stock_detail_ft", { params: { query: { stockCode, market } }, signal })),
    // The quote itself is live; this renews what the socket does not carry, such as the depth.
    refetchInterval: 5_000,
  });
