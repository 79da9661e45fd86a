import { useQuery } from "@tanstack/react-query";
import { useMemo, useReducer, useState } from "react";
import { ApiError, saysNothing } from "@/api/errors";
import type { InstrumentDetail, Quote } from "@/api/market";
import type { NewOrder, Side } from "@/api/orders";
import type { Position } from "@/api/positions";
import { useQuote } from "@/push/quotes";
import { useSession } from "@/session";
import { isPositive, priceDecimals, subtract, useDebounced, withDecimals } from "@/ui";
import { leverageOf } from "./leverage";
import { preview } from "./queries";
import { isOver, lowered, quantityFor, type Spending } from "./spending";
import { type Draft, missingOf, orderOf, type Ticket } from "./ticket";
import { useIsOlder } from "./useIsOlder";
import { useRenewed } from "./useRenewed";
import { refusalWord, refusedField } from "./words";

/** Older figures cannot be confirmed: the market has moved on since. */
const TRUSTED_MS = 10_000;

/** Outdated figures. */
export interface OldFigures {
  /** The time of their calculation, in Unix milliseconds. */
  from: number;
  /** True while they are recent enough to confirm. */
  trusted: boolean;
}

/** The part of a quote that a ticket uses. An unknown figure is empty. */
export interface TicketQuote extends Pick<Quote, "session" | "stale"> {
  last: string;
  changePercent: string;
  bid: string;
  ask: string;
}

/** The live quote at the rate of an open ticket; before the first tick, the quote read over HTTP. */
export function useTicketQuote(instrument: InstrumentDetail): TicketQuote {
  const { last, changePercent, bid, ask, session, stale } =
    useQuote(instrument, true) ?? instrument.quote;
  // A field accepts only the decimals of the tick size.
  const decimals = priceDecimals(instrument.tickSize);
  const priced = (price: string | null) => withDecimals(price ?? "", decimals);
  return {
    last: priced(last),
    changePercent: changePercent ?? "",
    bid: priced(bid),
    ask: priced(ask),
    session,
    stale,
  };
}

/** True while orders for this instrument can fill: its session is open, or paper mode keeps it open. */
export const isMarketOpen = (instrument: InstrumentDetail, quote: TicketQuote) =>
  quote.session !== "closed" || instrument.openAroundTheClock;

/** The progress of an order. */
interface Phase {
  /** True during the final review, when nothing may change. */
  reviewed: boolean;
  /** True once it is answered. */
  done: boolean;
}

/**
 * The cost of a ticket, requested after each pause in typing, and any obstacle. A reviewed ticket is not being typed,
 * so it is requested at once. Once `done` there are no more requests: the sold shares cannot be sold again, which is no
 * error.
 */
export function useCost(instrument: InstrumentDetail, ticket: Ticket, { reviewed, done }: Phase) {
  const session = useSession();
  const typed = useDebounced(ticket);
  const settled = reviewed ? ticket : typed;
  const order = orderOf(settled, instrument);
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = useQuery(
    preview(session && !done ? order : null),
  );
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  const current = settled === ticket && order !== null && !done && !isPlaceholderData;
  // A failure of the preview is no refusal of the order.
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
    /** Set while the newest figures cannot be read, or are delayed; the cost is then the last known. */
    old,
    /** True while there are no figures, since the first could not be read. */
    unread: current && !data && isUnread,
    refusal,
    refusedField: refusal && refusedField(refusal),
    /** The field that the ticket lacks now. */
    missing: missingOf(ticket),
    /** True while the figures for the input are loading. */
    working: !done && !(current && (data || error)),
    ready: hasFigures && !refusal && (old?.trusted ?? true),
    /** Checks the clock: false if the figures are too old to confirm, which are then refetched. */
    checkAge(): boolean {
      if (Date.now() - dataUpdatedAt <= TRUSTED_MS) return true;
      look();
      void refetch();
      return false;
    },
  };
}

/** An untouched price follows the market: at short intervals while no size is entered, then at longer ones. */
const FOLLOWED_MS = 2_000;
const RENEWED_MS = 15_000;

const empty = (side: Side): Draft => ({
  side,
  type: "limit",
  limitPrice: null,
  by: "quantity",
  quantity: "",
  amount: "",
  timeInForce: "day",
  leverage: null,
});

/** The reason why an amount buys nothing: it is missing, or too small. */
const lacksOf = ({ amount, price }: Spending): "amount" | "larger" =>
  isPositive(amount) && isPositive(price) ? "larger" : "amount";

/** The order that is reviewed or was sent, and whether it is answered. */
interface Reviewed {
  body: NewOrder | null;
  done: boolean;
}

/**
 * The ticket being filled in, with its quote and its cost. While an order is reviewed or sent, the ticket is that
 * order's, and the draft is unchanged: a late answer changes nothing.
 */
export function useTicket(
  instrument: InstrumentDetail,
  initialSide: Side,
  positions: readonly Position[],
  { body, done }: Reviewed,
) {
  const reviewed = body !== null;
  const [draft, setDraft] = useState(() => empty(initialSide));
  const write = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const change = (part: Partial<Draft>) => {
    if (!reviewed) write(part);
  };
  const quote = useTicketQuote(instrument);
  const { amount } = draft;
  const spends = draft.side === "buy" && draft.by === "amount";
  const isSized = (spends ? amount : draft.quantity) !== "";
  const pace = reviewed ? null : isSized ? RENEWED_MS : FOLLOWED_MS;
  const proposed = useRenewed(quote.last, draft.limitPrice === null ? pace : null);
  const ask = useRenewed(quote.ask, pace);
  const limit = draft.limitPrice ?? proposed;

  const spending = {
    amount,
    price: draft.type === "limit" ? limit : ask,
    lot: instrument.lotSize,
  };
  // The quantity, lowered after the server's figures exceeded this amount at this price.
  const asked = `${amount} ${spending.price} ${draft.type}`;
  const [lower, setLower] = useState({ asked: "", quantity: "" });
  const bought = lower.asked === asked ? lower.quantity : quantityFor(spending);
  const leveraged = leverageOf(instrument, draft.side, draft.leverage, positions);
  const filledIn = {
    ...draft,
    limitPrice: limit,
    quantity: spends ? bought : draft.quantity,
    leverage: leveraged?.leverage ?? "",
  };
  // A market order has no limit and no time in force: those of the draft stay.
  const { side, type, limitPrice, quantity, timeInForce, leverage } = { ...filledIn, ...body };

  const ticket = useMemo<Ticket>(
    () => ({ side, type, limitPrice, quantity, timeInForce, leverage }),
    [side, type, limitPrice, quantity, timeInForce, leverage],
  );
  const state = useCost(instrument, ticket, { reviewed, done });
  const { cost, current, missing } = state;
  const exceeds = spends && current && cost !== null && isPositive(amount) && isOver(cost, amount);
  if (exceeds && !reviewed) {
    setLower({ asked, quantity: lowered(cost, spending) });
  }
  return {
    ...state,
    ticket,
    draft,
    change,
    quote,
    /** The leverage of an order on margin, and its cap. */
    leveraged,
    /** The field that the customer has to fill in first. */
    missing: missing === "quantity" && spends ? lacksOf(spending) : missing,
    /** True if the reviewed order has come to cost more than the amount. */
    exceeds,
    /** A purchase for an amount: its quantity, and the rest of the amount once the cost is known. */
    purchase:
      spends && isPositive(amount)
        ? {
            ...spending,
            quantity,
            left: current && cost && !exceeds ? subtract(amount, cost.total) : null,
          }
        : null,
    /** Clears size and price after an order; the other choices stay. */
    clear: () => write({ quantity: "", amount: "", limitPrice: null }),
  };
}

export type Cost = ReturnType<typeof useCost>;
export type TicketState = ReturnType<typeof useTicket>;
