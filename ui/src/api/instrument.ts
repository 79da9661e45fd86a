import { queryOptions } from "@tanstack/react-query";
import { api, reply } from "./client";
import { decodeDetail } from "./detail";
import { families, instrumentKey, marketKey } from "./keys";
import { encodeListing, type Listing } from "./market";

/** The rules and the quote of an instrument, for screens that show or trade it. */
export const instrumentDetail = (listing: Listing) =>
  queryOptions({
    queryKey: instrumentKey(listing),
    queryFn: ({ signal }) =>
      reply(
        api.GET("/m_ft/stock_detail_ft", { params: { query: encodeListing(listing) }, signal }),
      ).then(decodeDetail),
    // The quote, the book and the session are pushed; this refreshes the rest, such as an auction.
    refetchInterval: 15_000,
  });

/** True if limit orders for an instrument may also fill before and after regular hours. */
export const outsideHours = (listing: Listing) =>
  queryOptions({
    queryKey: [...families.market, "outsideHours", listing.market, listing.symbol],
    queryFn: ({ signal }) =>
      reply(api.POST("/stocka_config/getMinCount", { body: encodeListing(listing), signal })).then(
        (found) => found.extendedHours,
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The request for a symbol's market. Of several markets, the one where the name matches. */
const encodeLookup = (symbol: string, name: string) => ({
  stkcode: symbol,
  stkName: name || null,
});

/** The market of an instrument. Of several markets with its symbol, the one where the name matches. */
export const marketOf = (symbol: string, name: string) =>
  queryOptions({
    queryKey: marketKey(symbol, name),
    queryFn: ({ signal }) =>
      reply(api.POST("/market/getMaket", { body: encodeLookup(symbol, name), signal })).then(
        ({ market }) => market,
      ),
    // The market of an instrument never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
