import { infiniteQueryOptions } from "@tanstack/react-query";
import { api, reply } from "./client";
import { families } from "./keys";
import { encodeListing, type Listing } from "./market";
import { decodePage, encodePage } from "./paging";
import { moment, type Wire } from "./wire";

type Terms =
  /** The amount per share. */
  | { kind: "dividend"; amount: string; currency: string }
  /** The number of new shares for a number of old ones. */
  | { kind: "split"; ratio: { new: number; old: number } };

/** A dividend or split of a company. Days are those of the exchange: `2026-12-01`. */
export type CorporateAction = {
  id: string;
  exDay: string;
  /** The start of the ex day. */
  exAt: number;
  recordDay: string;
  payDay: string;
  /** True for a company of the simulated market. */
  isSimulated: boolean;
} & Terms;

/** Reads the terms of each kind of action. */
const TERMS: Record<Wire["CorporateActionKind"], (wire: Wire["CorporateActionRow"]) => Terms> = {
  dividend: ({ perShare, currency }) => ({
    ...{ kind: "dividend", amount: perShare ?? "0", currency: currency ?? "" },
  }),
  split: ({ newShares, oldShares }) => ({
    ...{ kind: "split", ratio: { new: newShares ?? 1, old: oldShares ?? 1 } },
  }),
};

export const decodeCorporateAction = (wire: Wire["CorporateActionRow"]): CorporateAction => {
  const dates = {
    id: wire.id,
    exDay: wire.exDate,
    exAt: moment(wire.exTimestamp),
    recordDay: wire.recordDate,
    payDay: wire.payDate,
    isSimulated: wire.announcedBy === "simulated",
  };
  return { ...dates, ...TERMS[wire.action](wire) };
};

/** An event on a day of the exchange. */
export interface MarketEvent {
  date: string;
  kind: Wire["MarketEvent"];
  market: string;
  /** The instrument; null for an event of the whole exchange. */
  instrument: { symbol: string; name: string } | null;
  /** The dividend or split. */
  action: CorporateAction | null;
  /** The time of an early close. */
  closes: string | null;
  /** The holiday that closes the exchange, if its name is known. */
  holiday: string | null;
}

export const decodeEvent = (wire: Wire["EventRow"]): MarketEvent => ({
  date: wire.date,
  kind: wire.event,
  market: wire.market,
  instrument: wire.stockCode ? { symbol: wire.stockCode, name: wire.name ?? "" } : null,
  action: wire.corporateAction ? decodeCorporateAction(wire.corporateAction) : null,
  closes: wire.closes ?? null,
  holiday: wire.stockCode ? null : (wire.name ?? null),
});

/** Dividends and splits per page on the quote screen. */
const ACTIONS_AT_ONCE = 5;
const EVENTS_AT_ONCE = 50;
/** Announcements change once a day. */
const STALE_AFTER_MS = 10 * 60_000;

/** The dividends and splits of a stock, the newest ex date first. */
export const corporateActions = (listing: Listing) =>
  infiniteQueryOptions({
    queryKey: [...families.market, "corporate actions", listing.market, listing.symbol],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...encodeListing(listing), ...encodePage(pageParam, ACTIONS_AT_ONCE) };
      return reply(api.GET("/market/corporateActions", { params: { query }, signal })).then(
        decodePage(decodeCorporateAction),
      );
    },
    getNextPageParam: ({ next }) => next,
    staleTime: STALE_AFTER_MS,
  });

/** Market events within a range of days, the earliest first. */
export const marketEvents = (from: string, to: string) =>
  infiniteQueryOptions({
    queryKey: [...families.market, "events", from, to],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => {
      const query = { from, to, ...encodePage(pageParam, EVENTS_AT_ONCE) };
      return reply(api.GET("/market/events", { params: { query }, signal })).then(
        decodePage(decodeEvent),
      );
    },
    getNextPageParam: ({ next }) => next,
    staleTime: STALE_AFTER_MS,
  });
