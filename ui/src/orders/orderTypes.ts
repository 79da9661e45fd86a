import type { Side } from "@/api/orders";
import type { OrderTerms, OrderType, TermsOf, Trail } from "@/api/orderTerms";
import { compare, isPositive } from "@/ui";

/** The times in force that the form offers. */
export type FormTime = "day" | "gtc";

/** The input that becomes the terms of an order, as typed. */
export interface Typed {
  limitPrice: string;
  stopPrice: string;
  trail: Trail;
  timeInForce: FormTime;
}

export interface MarketNow {
  bid: string;
  ask: string;
  /** True while orders can fill in the market's session. */
  open: boolean;
  /** True while the figures are outdated: the server's present ones are unknown here. */
  stale: boolean;
  /** Set during a halt: "until" if its end is known. */
  halted?: "until" | "open" | undefined;
}

/** The sentences for the expected course of an order that fills or is refused at once, and of one that waits. */
type AtOnce =
  | "marketBuy"
  | "marketSell"
  | "marketClosed"
  | "marketHalted"
  | "limitFillsBuy"
  | "limitFillsSell"
  | "stale";
type Waiting =
  | "limitRestsBuy"
  | "limitRestsSell"
  | "limitClosed"
  | "limitHalted"
  | "limitPaused"
  | "stopBuy"
  | "stopSell"
  | "stopLimitBuy"
  | "stopLimitSell"
  | "trailingBuy"
  | "trailingSell";
export type Outlook = AtOnce | Waiting;

const AT_ONCE: readonly Outlook[] = [
  "marketBuy",
  "marketSell",
  "marketClosed",
  "marketHalted",
  "limitFillsBuy",
  "limitFillsSell",
  "stale",
] satisfies AtOnce[];

/** True if an order with this outlook waits: its time in force matters. */
export const isWaiting = (outlook: Outlook): outlook is Waiting => !AT_ONCE.includes(outlook);

/** A type of order in the form. Its encoding is in `api/orderTerms.ts`. */
interface TypeRow<Terms extends OrderTerms> {
  /** The prices that the form asks for. */
  fields: readonly ("limitPrice" | "stopPrice" | "trail")[];
  /** The times in force to choose from; none if the order does not wait. */
  times: readonly FormTime[];
  terms(typed: Typed): Terms;
  /** The prices that the order needs, which may not be typed yet. */
  needs(terms: Terms): readonly string[];
  /** Its sentence in `money:words`: with the market, a limit, or all of its terms. */
  words: "market" | "limit" | "terms";
  /** The expected course, as far as it is known before the order is placed; it is asked once all prices are typed. */
  outlook(terms: Terms, side: Side, now: MarketNow): Outlook;
}

/** True if there is a quote and `low` is no higher than `high`. */
const reaches = (low: string, high: string) =>
  isPositive(low) && isPositive(high) && compare(low, high) <= 0;

const LASTING: readonly FormTime[] = ["day", "gtc"];

/** Every type of order. */
const ORDER_TYPES: { readonly [T in OrderType]: TypeRow<TermsOf<T>> } = {
  market: {
    fields: [],
    times: [],
    terms: () => ({ type: "market" }),
    needs: () => [],
    words: "market",
    outlook(_terms, side, { halted, open, stale }) {
      if (halted) return "marketHalted";
      if (!open) return "marketClosed";
      if (stale) return "stale";
      return side === "buy" ? "marketBuy" : "marketSell";
    },
  },
  limit: {
    fields: ["limitPrice"],
    times: LASTING,
    terms: ({ limitPrice, timeInForce }) => ({ type: "limit", limitPrice, timeInForce }),
    needs: ({ limitPrice }) => [limitPrice],
    words: "limit",
    outlook({ limitPrice }, side, { bid, ask, halted, open, stale }) {
      if (halted) return halted === "until" ? "limitPaused" : "limitHalted";
      if (!open) return "limitClosed";
      if (stale) return "stale";
      if (side === "buy") return reaches(ask, limitPrice) ? "limitFillsBuy" : "limitRestsBuy";
      return reaches(limitPrice, bid) ? "limitFillsSell" : "limitRestsSell";
    },
  },
  stop: {
    fields: ["stopPrice"],
    times: LASTING,
    terms: ({ stopPrice, timeInForce }) => ({ type: "stop", stopPrice, timeInForce }),
    needs: ({ stopPrice }) => [stopPrice],
    words: "terms",
    outlook: (_terms, side) => (side === "buy" ? "stopBuy" : "stopSell"),
  },
  stopLimit: {
    fields: ["stopPrice", "limitPrice"],
    times: LASTING,
    terms: ({ stopPrice, limitPrice, timeInForce }) => ({
      type: "stopLimit",
      stopPrice,
      limitPrice,
      timeInForce,
    }),
    needs: ({ stopPrice, limitPrice }) => [stopPrice, limitPrice],
    words: "terms",
    outlook: (_terms, side) => (side === "buy" ? "stopLimitBuy" : "stopLimitSell"),
  },
  trailingStop: {
    fields: ["trail"],
    times: LASTING,
    terms: ({ trail, timeInForce }) => ({ type: "trailingStop", trail, timeInForce }),
    needs: ({ trail }) => [trail.amount ?? trail.percent],
    words: "terms",
    outlook: (_terms, side) => (side === "buy" ? "trailingBuy" : "trailingSell"),
  },
};

/** The row of a type that is known at run time only. Its functions take the terms of that type. */
export const typeRow = (type: OrderType): TypeRow<OrderTerms> => ORDER_TYPES[type];

/** True if all prices that the terms need are typed. */
export const isPriced = (terms: OrderTerms): boolean =>
  typeRow(terms.type).needs(terms).every(isPositive);

/** The expected course of an order; null while a price is missing. */
export const outlookOf = (terms: OrderTerms, side: Side, now: MarketNow): Outlook | null =>
  isPriced(terms) ? typeRow(terms.type).outlook(terms, side, now) : null;
