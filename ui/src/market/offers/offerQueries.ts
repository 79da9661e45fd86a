import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { families } from "@/api/keys";
import {
  decodeAuctionStocks,
  decodeBlockStocks,
  decodeNewStocks,
  encodeAuctions,
  encodeBlocks,
  encodeNewStocks,
  type StockMarket,
} from "@/api/offers";
import type { OfferStatus } from "@/api/offerTerms";

/** The refetch interval while an auction runs. */
const AUCTION_EVERY_MS = 2_000;
const USUALLY_EVERY_MS = 30_000;

/** All new stocks of one status: they always fit on one page. */
export const newStocks = (status: OfferStatus, market: StockMarket | "") =>
  queryOptions({
    queryKey: [...families.market, "new stocks", status, market],
    queryFn: ({ signal }) =>
      reply(
        api.GET("/m_ft/webull/new/stock", {
          params: { query: encodeNewStocks(status, market) },
          signal,
        }),
      )
        .then(decodeNewStocks)
        .then(({ rows }) => rows),
    refetchInterval: USUALLY_EVERY_MS,
  });

/** A market's stocks with an opening auction. */
export const auctionStocks = (market: StockMarket) =>
  queryOptions({
    queryKey: [...families.market, "auctions", market],
    queryFn: ({ signal }) =>
      reply(api.POST("/m_ft/preMarketList", { body: encodeAuctions(market), signal }))
        .then(decodeAuctionStocks)
        .then(({ rows }) => rows),
    refetchInterval: ({ state }) =>
      state.data?.some(({ auction }) => auction.phase !== "closed")
        ? AUCTION_EVERY_MS
        : USUALLY_EVERY_MS,
  });

/** A market's stocks with block trades, page by page. */
export const blockStocks = (market: StockMarket) =>
  infiniteQueryOptions({
    queryKey: [...families.market, "blocks", market],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      reply(
        api.GET("/blockTrade/list", {
          params: { query: encodeBlocks(market, pageParam) },
          signal,
        }),
      ).then(decodeBlockStocks),
    getNextPageParam: ({ next }) => next,
    refetchInterval: USUALLY_EVERY_MS,
    placeholderData: keepPreviousData,
  });
