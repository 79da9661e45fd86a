import { useQuery } from "@tanstack/react-query";
import { useReducer, useState } from "react";
import { ApiError, saysNothing } from "@/api/errors";
import type { InstrumentDetail, Quote } from "@/api/market";
import type { Side } from "@/api/orders";
import { useQuote } from "@/push/quotes";
import { useSession } from "@/session";
import { useDebounced } from "@/ui";
import { preview } from "./queries";
import { missingOf, orderOf, type Ticket } from "./ticket";
import { useIsOlder } from "./useIsOlder";
import { refusalWord, refusedField } from "./words";

/** Older figures are not confirmed: the market has moved on since. */
const TRUSTED_MS = 10_000;

/** Figures that are not of now. */
export interface OldFigures {
  /** When they were worked out, in Unix milliseconds. */
  from: number;
  /** True while they are recent enough to confirm. */
  trusted: boolean;
}

/** What a ticket needs of a quote. A figure that is not known yet is empty. */
export interface TicketQuote extends Pick<Quote, "session" | "stale"> {
  last: string;
  changePercent: string;
  bid: string;
  ask: string;
}

/** The live quote at the rate of an open ticket; what was read over HTTP until the first tick. */
export function useTicketQuote(instrument: InstrumentDetail): TicketQuote {
  const { last, changePercent, bid, ask, session, stale } =
    useQuote(instrument, true) ?? instrument.quote;
  return {
    last: last ?? "",
    changePercent: changePercent ?? "",
    bid: bid ?? "",
    ask: ask ?? "",
    session,
    stale,
  };
}

/** True while the session of this instrument lets orders fill: it is open, or paper mode keeps it open. */
export const isMarketOpen = (instrument: InstrumentDetail, quote: TicketQuote) =>
  quote.session !== "closed" || instrument.openAroundTheClock;

/**
 * What a ticket would cost, asked for after each pause in the typing, and what stands in its way. Once
 * it is `done` nothing is asked any more: what was sold cannot be sold again, and that is no trouble.
 */
export function useCost(instrument: InstrumentDetail, ticket: Ticket, done: boolean) {
  const session = useSession();
  const settled = useDebounced(ticket);
  const order = orderOf(settled, instrument);
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = useQuery(
    preview(session && !done ? order : null),
  );
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  const current = settled === ticket && order !== null && !done && !isPlaceholderData;
  // The preview's own trouble is no refusal of the order.
  const isUnread = error !== null && saysNothing(error);
  const refused = error instanceof ApiError && !isUnread ? error.error : data?.refusal;
  const refusal = current && refused ? refusalWord(refused) : null;
  const isTooOld = useIsOlder(dataUpdatedAt, TRUSTED_MS);
  const hasFigures = Boolean(data) && current;
  const old: OldFigures | null =
    hasFigures && (isUnread || isTooOld) ? { from: dataUpdatedAt, trusted: !isTooOld } : null;
  return {
    order,
    /** Null until the ticket is filled in; of an earlier ticket while `current` is false. */
    cost: order ? (data ?? null) : null,
    current,
    /** Set while the newest figures cannot be read, or have not come; the cost is the last that did. */
    old,
    /** True while there are none to show, since the first could not be read. */
    unread: current && !data && isUnread,
    refusal,
    refusedField: refusal && refusedField(refusal),
    /** What the ticket lacks, as it stands now. */
    missing: missingOf(ticket),
    /** True while the figures of what was filled in are on their way. */
    working: !done && !(current && (data || error)),
    ready: hasFigures && !refusal && (old?.trusted ?? true),
    /** Looks at the clock: false where the figures are too old to confirm by now, which are then read again. */
    checkAge(): boolean {
      if (Date.now() - dataUpdatedAt <= TRUSTED_MS) return true;
      look();
      void refetch();
      return false;
    },
  };
}

/** The ticket that is being filled in, with its quote and its cost. */
export function useTicket(instrument: InstrumentDetail, side: Side, done: boolean) {
  const [ticket, setTicket] = useState<Ticket>({
    side,
    type: "limit",
    limitPrice: instrument.quote.last ?? "",
    quantity: "",
    timeInForce: "day",
  });
  const change = (part: Partial<Ticket>) => setTicket((before) => ({ ...before, ...part }));
  const quote = useTicketQuote(instrument);
  return { ticket, change, quote, ...useCost(instrument, ticket, done) };
}

export type Cost = ReturnType<typeof useCost>;
export type TicketState = ReturnType<typeof useTicket>;
