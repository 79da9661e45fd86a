import { infiniteQueryOptions } from "@tanstack/react-query";
import { api, reply } from "./client";
import { families } from "./keys";
import { encodeListing, type Listing } from "./market";
import { decodePage, encodePage } from "./paging";
import { moment, type Wire } from "./wire";

type Terms =
  /** For each share. */
  | { kind: "dividend"; amount: string; currency: string }
  /** So many new shares for so many old ones. */
  | { kind: "split"; ratio: { new: number; old: number } };

/** What a company does to its shares. Dates are where the exchange is: `2026-12-01`. */
export type CorporateAction = {
  id: string;
  exDay: string;
  /** When the ex date begins. */
  exAt: number;
  recordDay: string;
  payDay: string;
  /** Whether a company of the simulated market announced it. */
  isSimulated: boolean;
} & Terms;

/** What each kind of action says. */
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

/** Something that happens on a day, where the exchange is. */
export interface MarketEvent {
  date: string;
  kind: Wire["MarketEvent"];
  market: string;
  /** What it is about; null for a day of an exchange. */
  instrument: { symbol: string; name: string } | null;
  /** Of a dividend or a split. */
  action: CorporateAction | null;
  /** When the exchange closes early. */
  closes: string | null;
  /** What the exchange is closed for, where that has a known name. */
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

/** Dividends and splits that the quote screen shows at first. */
const ACTIONS_AT_ONCE = 5;
const EVENTS_AT_ONCE = 50;
/** What is announced changes once a day. */
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

/** What happens from one day to another, the earliest first. */
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
