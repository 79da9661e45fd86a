import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { decodeCompany } from "@/api/company";
import { decodeDepth } from "@/api/depth";
import { families } from "@/api/keys";
import { type Bar, decodeBars, encodeListing, type Listing } from "@/api/market";
import { decodeTrades } from "@/api/trades";
import { startOf } from "../chart/panning";
import type { Period } from "../chart/periods";

export const company = (listing: Listing) =>
  queryOptions({
    queryKey: [...families.market, "company", listing.market, listing.symbol],
    queryFn: ({ signal }) =>
      reply(
        api.GET("/m_ft/summary_detail", { params: { query: encodeListing(listing) }, signal }),
      ).then(decodeCompany),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const bars = (listing: Listing, period: Period) =>
  queryOptions({
    queryKey: [...families.market, "bars", listing.market, listing.symbol, period],
    queryFn: ({ signal }) => {
      const query = { ...encodeListing(listing), type: period };
      return reply(api.GET("/m_ft/kline", { params: { query }, signal })).then(decodeBars);
    },
    staleTime: 30_000,
  });

/** Number of bars per page when a chart is panned back. */
const OLDER_BARS = 200;
/** The first older bars overlap the newest, which advance by a bar now and then. */
const OVERLAP = 20;

/** The bars before the newest of a chart, page by page. Nothing is read before a page is requested. */
export const olderBars = (listing: Listing, period: Period, newest: Bar[]) =>
  infiniteQueryOptions({
    queryKey: [...families.market, "older bars", listing.market, listing.symbol, period],
    initialPageParam: startOf(newest[Math.min(OVERLAP, newest.length - 1)]),
    queryFn: ({ pageParam: before, signal }) => {
      const query = { ...encodeListing(listing), type: period, before, count: OLDER_BARS };
      return reply(api.GET("/m_ft/kline", { params: { query }, signal })).then(decodeBars);
    },
    // An incomplete page is the beginning of the history.
    getNextPageParam: (page) => (page.length < OLDER_BARS ? undefined : startOf(page[0])),
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The book of an instrument at the time of reading. */
export const depth = (listing: Listing) =>
  queryOptions({
    queryKey: [...families.market, "depth", listing.market, listing.symbol],
    queryFn: ({ signal }) =>
      reply(api.GET("/market/depth", { params: { query: encodeListing(listing) }, signal })).then(
        decodeDepth,
      ),
  });

/** The latest trades of an instrument, newest first. */
export const recentTrades = (listing: Listing) =>
  queryOptions({
    queryKey: [...families.market, "trades", listing.market, listing.symbol],
    queryFn: ({ signal }) =>
      reply(api.GET("/market/trades", { params: { query: encodeListing(listing) }, signal })).then(
        decodeTrades,
      ),
  });
