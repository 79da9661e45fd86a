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
  // A field takes no more decimals than the tick has.
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

/** True while the session of this instrument lets orders fill: it is open, or paper mode keeps it open. */
export const isMarketOpen = (instrument: InstrumentDetail, quote: TicketQuote) =>
  quote.session !== "closed" || instrument.openAroundTheClock;

/** How far an order has come. */
interface Phase {
  /** It is looked at for the last time, so that nothing may move. */
  reviewed: boolean;
  /** It is answered. */
  done: boolean;
}

/**
 * What a ticket would cost, asked for after each pause in the typing, and what stands in its way. What
 * is reviewed is not being typed, and asked for at once. Once it is `done` nothing is asked any more:
 * what was sold cannot be sold again, and that is no trouble.
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

/** A price that the customer has not touched follows the market: soon while nothing else is filled in, later less often. */
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

/** Where an amount buys nothing: there is none yet, or it is too small. */
const lacksOf = ({ amount, price }: Spending): "amount" | "larger" =>
  isPositive(amount) && isPositive(price) ? "larger" : "amount";

/** What is confirmed or was sent, and whether it is answered. */
interface Reviewed {
  body: NewOrder | null;
  done: boolean;
}

/**
 * The ticket that is being filled in, with its quote and its cost. While an order is reviewed or sent it
 * is the ticket of that order, and the draft stays as it is: an answer that comes late changes nothing.
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
  // What the server's figures have shown to be too much for this amount at this price.
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
  // An order at the market has no limit and no duration: those of the draft stay.
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
    /** Of what is held on margin: what it borrows with, and how much it may. */
    leveraged,
    /** What the customer has to enter first. */
    missing: missing === "quantity" && spends ? lacksOf(spending) : missing,
    /** True where what is reviewed has come to cost more than the amount that it was to cost. */
    exceeds,
    /** Of a purchase for an amount: what it buys, and what the customer keeps of it once its cost is known. */
    purchase:
      spends && isPositive(amount)
        ? {
            ...spending,
            quantity,
            left: current && cost && !exceeds ? subtract(amount, cost.total) : null,
          }
        : null,
    /** Begins anew after an order; how one likes to order stays. */
    clear: () => write({ quantity: "", amount: "", limitPrice: null }),
  };
}

export type Cost = ReturnType<typeof useCost>;
export type TicketState = ReturnType<typeof useTicket>;
