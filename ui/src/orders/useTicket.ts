import { useCallback, useMemo, useState } from "react";
import type { InstrumentDetail, Quote } from "@/api/market";
import type { NewOrder, Side } from "@/api/orders";
import type { Position } from "@/api/positions";
import { keptForm } from "@/forms/keptForm";
import { kindOf, lastsOf, smallestTick, TICKETS, type TicketName } from "@/products";
import { lookOf } from "@/products/lookOf";
import { useQuote } from "@/push/quotes";
import { useSession } from "@/session";
import { typeRow } from "@/trade/orderTypes";
import { hasProblem, problemsOf } from "@/trade/problems";
import type { Prices } from "@/trade/stops";
import { useTakenPrice } from "@/trade/takenPrice";
import {
  type Draft,
  emptyDraft,
  limitedTo,
  missingOf,
  orderOf,
  spendsOf,
  type Ticket,
} from "@/trade/ticket";
import { entryOf, hasLegs, type LegMarket, legsOf, NO_LEGS } from "@/trade/ticketLegs";
import { useDebounced, withDecimals } from "@/ui";
import { leverageOf } from "./leverage";
import { preview } from "./previews";
import { refusedPlace } from "./refusedPlace";
import { useFigures } from "./useFigures";
import { useRenewed } from "./useRenewed";

/** The part of a quote that a ticket uses. An unknown figure is empty. */
export interface TicketQuote extends Pick<Quote, "session" | "stale">, Prices {
  changePercent: string;
}

/** The live quote at the rate of an open ticket; before the first tick, the quote read over HTTP. */
export function useTicketQuote(instrument: InstrumentDetail): TicketQuote {
  const { last, changePercent, bid, ask, session, stale } =
    useQuote(instrument, true) ?? instrument.quote;
  // A field accepts only the decimals of the tick size.
  const { decimals } = lookOf(instrument, last);
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
export interface Phase {
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
export function useCost(
  name: TicketName,
  instrument: InstrumentDetail,
  ticket: Ticket,
  { reviewed, done }: Phase,
) {
  const session = useSession();
  const typed = useDebounced(ticket);
  const settled = reviewed ? ticket : typed;
  const order = orderOf(settled, instrument);
  const figures = useFigures(preview(name, session && !done ? order : null), {
    isComplete: order !== null,
    isSettled: settled === ticket,
    done,
  });
  const { refusal } = figures;
  const buysNothing = ticket.size.amount !== undefined && refusal === "order_value_too_small";
  return {
    ...figures,
    order,
    /** The field of the ticket that it belongs to. */
    refusedPlace: refusal && refusedPlace(refusal, ticket, instrument.tickSize),
    /** The field that the ticket lacks now; "larger" if its amount buys nothing. */
    missing: missingOf(ticket) ?? (buysNothing ? ("larger" as const) : null),
  };
}

/** An untouched price follows the market: at short intervals while no size is entered, then at longer ones. */
const FOLLOWED_MS = 2_000;
const RENEWED_MS = 15_000;

/** The step of an instrument's prices. */
const tickOf = (instrument: InstrumentDetail, last: string) =>
  instrument.tickSize ?? smallestTick(instrument, last);

/** The figures of a moment that stops and legs follow from. */
export const marketNow = (
  name: TicketName,
  instrument: InstrumentDetail,
  { last, bid, ask }: TicketQuote,
): LegMarket => ({
  trigger: TICKETS[name].trigger,
  tickSize: tickOf(instrument, last),
  ...{ last, bid, ask },
});

/** The prices of a quote, renewed at intervals, so that prices calculated from them settle. */
function useSteady({ last, bid, ask }: TicketQuote, everyMs: number | null) {
  return {
    last: useRenewed(last, everyMs),
    bid: useRenewed(bid, everyMs),
    ask: useRenewed(ask, everyMs),
  };
}

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
  name: TicketName,
  instrument: InstrumentDetail,
  initialSide: Side,
  positions: readonly Position[],
  { body, done }: Reviewed,
) {
  const reviewed = body !== null;
  const { symbol, market } = instrument;
  const lasts = lastsOf(name);
  const [kept] = useState(() =>
    keptForm(`ticket-${market}.${symbol}-${initialSide}`, emptyDraft(initialSide, lasts)),
  );
  const [draft, setDraft] = useState(() => kept.read() ?? emptyDraft(initialSide, lasts));
  const write = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const change = (part: Partial<Draft>) => {
    if (reviewed) return;
    kept.keep({ ...draft, ...part });
    write(part);
  };
  const [taken, setTaken] = useState<string | null>(null);
  useTakenPrice(instrument, (price) => {
    if (reviewed) return;
    setTaken(price);
    change(limitedTo(draft, price));
  });
  const quote = useTicketQuote(instrument);
  const spends = spendsOf(draft);
  const size = spends ? draft.amount : draft.quantity;
  const pace = reviewed ? null : size === "" ? FOLLOWED_MS : RENEWED_MS;
  const proposed = useRenewed(quote.last, draft.limitPrice === null ? pace : null);
  // Only a limit order begins at the price of the market.
  const limitPrice = draft.limitPrice ?? (draft.type === "limit" ? proposed : "");
  const terms = useMemo(
    () => typeRow(draft.type).terms({ ...draft, limitPrice }),
    [draft, limitPrice],
  );
  const now = marketNow(name, instrument, quote);
  const { tickSize } = now;
  const entry = entryOf(terms, draft.side, { ...now, ...useSteady(quote, pace) });
  const closes = draft.side === "sell" && !kindOf(instrument).onMargin;
  // Only percentages make another ticket of another entry, whose cost is then requested again.
  const base = draft.legUnit === "percent" && hasLegs(draft) ? entry : "";
  const leveraged = leverageOf(instrument, draft.side, draft.leverage, positions);
  const leverage = leveraged?.leverage;

  const ticket = useMemo<Ticket>(
    () =>
      body ?? {
        side: draft.side,
        terms,
        size: spends ? { amount: draft.amount } : { quantity: draft.quantity },
        ...(leverage === undefined ? {} : { leverage }),
        ...(closes ? {} : legsOf({ draft, side: draft.side, entry: base, tickSize })),
      },
    [body, draft, terms, spends, leverage, closes, base, tickSize],
  );
  const problems = problemsOf(ticket, now);
  const state = useCost(name, instrument, ticket, { reviewed, done });
  return {
    ...state,
    ticket,
    draft,
    change,
    /** The last price that was pressed outside of the ticket. */
    taken,
    quote,
    /** The figures that stops and legs follow from. */
    now,
    /** The price at which the order is expected to be filled; empty while it is unknown. */
    entry,
    /** True for a sale of what is owned, which has no legs. */
    closes,
    /** The prices on a side of the market where they cannot be. */
    problems,
    isImpossible: hasProblem(problems),
    /** The leverage of an order on margin, and its cap. */
    leveraged,
    /** Clears sizes and prices after an order; the other choices stay. */
    clear: () => {
      write({
        ...{ quantity: "", amount: "", limitPrice: null, stopPrice: "" },
        ...NO_LEGS,
        legUnit: draft.legUnit,
      });
      kept.forget();
    },
    /** Keeps the input no longer, once it was sent. */
    forget: useCallback(() => kept.forget(), [kept]),
  };
}

export type Cost = ReturnType<typeof useCost>;
export type TicketState = ReturnType<typeof useTicket>;
