import { queryOptions } from "@tanstack/react-query";
import { api, reply } from "./client";
import { decodeDetail } from "./detail";
import { instrumentKey, marketKey } from "./keys";
import { encodeListing, type Listing } from "./market";

/** The rules and the quote of an instrument, for every screen that shows or trades it. */
export const instrumentDetail = (listing: Listing) =>
  queryOptions({
    queryKey: instrumentKey(listing),
    queryFn: ({ signal }) =>
      reply(
        api.GET("/m_ft/stock_detail_ft", { params: { query: encodeListing(listing) }, signal }),
      ).then(decodeDetail),
    // The quote, the book and the session are live; this renews what the socket does not carry, such as an auction.
    refetchInterval: 15_000,
  });

/** How the market of a symbol is looked up. Where several use it, the one where it has that name. */
const encodeLookup = (symbol: string, name: string) => ({
  stkcode: symbol,
  stkName: name || null,
});

/** The market that an instrument is traded on. Where several use its symbol, the one where it has that name. */
export const marketOf = (symbol: string, name: string) =>
  queryOptions({
    queryKey: marketKey(symbol, name),
    queryFn: ({ signal }) =>
      reply(api.POST("/market/getMaket", { body: encodeLookup(symbol, name), signal })).then(
        ({ market }) => market,
      ),
    // An instrument does not change its market.
    staleTime: Number.POSITIVE_INFINITY,
  });
