import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, NetworkError } from "@/api/errors";
import type { Direction, StockInfo } from "@/api/types";
import { type Quote, useQuote } from "@/push/quotes";
import { useSession } from "@/session";
import { usePaused } from "@/ui";
import { outlookOf } from "./outlook";
import { preview } from "./queries";
import { orderOf, type Ticket } from "./ticket";
import { LIMIT, refusalWord, refusedField } from "./words";

export type Stock = StockInfo;

/** Older figures are not confirmed: the market has moved on since. */
const TRUSTED_MS = 10_000;

/** Figures that could not be read again. */
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

/** True while orders on this stock fill: its session is open, or paper mode keeps it open. */
const isMarketOpen = (stock: Stock, quote: TicketQuote) =>
  (quote.session !== "closed" || stock.openAroundTheClock) && !quote.stale;

/**
 * What a ticket would cost, asked for after each pause in the typing, and what stands in its way. Once
 * it is `done` nothing is asked any more: what was sold cannot be sold again, and that is no trouble.
 */
export function useCost(stock: Stock, ticket: Ticket, done: boolean) {
  const session = useSession();
  const paused = usePaused(ticket);
  const order = orderOf(paused, stock.stock_code, stock.market);
  const { data, error, isPlaceholderData, dataUpdatedAt, errorUpdatedAt } = useQuery(
    preview(session && !done ? order : null),
  );
  const current = paused === ticket && order !== null && !done && !isPlaceholderData;
  const refused = error instanceof ApiError ? error.error : data?.error;
  const refusal = current && refused ? refusalWord(refused) : null;
  const old: OldFigures | null =
    data && error instanceof NetworkError
      ? { from: dataUpdatedAt, trusted: errorUpdatedAt - dataUpdatedAt <= TRUSTED_MS }
      : null;
  return {
    order,
    /** Null until the ticket is filled in; of an earlier ticket while `current` is false. */
    cost: order ? (data ?? null) : null,
    current,
    /** Set while the newest figures cannot be read; the cost is the last that could. */
    old,
    refusal,
    refusedField: refusal && refusedField(refusal),
    ready: current && Boolean(data) && !refusal && (old?.trusted ?? true),
  };
}

/** The ticket that is being filled in, with its quote, its cost and its outlook. */
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
  const outlook = outlookOf(ticket, { ...quote, open: isMarketOpen(stock, quote) });
  return { ticket, change, quote, outlook, ...useCost(stock, ticket, done) };
}

export type Cost = ReturnType<typeof useCost>;
export type TicketState = ReturnType<typeof useTicket>;
