import { useQuery } from "@tanstack/react-query";
import { useReducer, useState } from "react";
import { ApiError, saysNothing } from "@/api/errors";
import type { Direction, StockInfo } from "@/api/types";
import { type Quote, useQuote } from "@/push/quotes";
import { useSession } from "@/session";
import { usePaused } from "@/ui";
import { preview } from "./queries";
import { missingOf, orderOf, type Ticket } from "./ticket";
import { useIsOlder } from "./useIsOlder";
import { LIMIT, refusalWord, refusedField } from "./words";

export type Stock = StockInfo;

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
export type TicketQuote = Pick<
  Quote,
  "price_nominal" | "change" | "change_ratio" | "bid" | "ask" | "stale"
> & { session: string };

/** The live quote at the rate of an open ticket; what was read over HTTP until the first tick. */
export function useStockQuote(stock: Stock): TicketQuote {
  const quote = useQuote(stock.market, stock.stock_code, true) ?? stock;
  return {
    price_nominal: quote.price_nominal ?? "",
    change: quote.change ?? "",
    change_ratio: quote.change_ratio ?? "",
    bid: quote.bid ?? "",
    ask: quote.ask ?? "",
    stale: quote.stale,
    session: quote.session,
  };
}

/** True while the session of this stock lets orders fill: it is open, or paper mode keeps it open. */
export const isMarketOpen = (stock: Stock, quote: TicketQuote) =>
  quote.session !== "closed" || stock.openAroundTheClock;

/**
 * What a ticket would cost, asked for after each pause in the typing, and what stands in its way. Once
 * it is `done` nothing is asked any more: what was sold cannot be sold again, and that is no trouble.
 */
export function useCost(stock: Stock, ticket: Ticket, done: boolean) {
  const session = useSession();
  const paused = usePaused(ticket);
  const order = orderOf(paused, stock.stock_code, stock.market);
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = useQuery(
    preview(session && !done ? order : null),
  );
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  const current = paused === ticket && order !== null && !done && !isPlaceholderData;
  // The preview's own trouble is no refusal of the order.
  const isUnread = error !== null && saysNothing(error);
  const refused = error instanceof ApiError && !isUnread ? error.error : data?.error;
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
export function useTicket(stock: Stock, direction: Direction, done: boolean) {
  const [ticket, setTicket] = useState<Ticket>({
    direction,
    orderType: LIMIT,
    price: stock.price_nominal ?? "",
    quantity: "",
    timeInForce: "day",
  });
  const change = (part: Partial<Ticket>) => setTicket((before) => ({ ...before, ...part }));
  const quote = useStockQuote(stock);
  return { ticket, change, quote, ...useCost(stock, ticket, done) };
}

export type Cost = ReturnType<typeof useCost>;
export type TicketState = ReturnType<typeof useTicket>;
