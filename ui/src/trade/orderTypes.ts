import type { Side } from "@/api/orders";
import {
  alsoOutside,
  type Lasting,
  type OrderTerms,
  type OrderType,
  type TermsOf,
  type TimeInForce,
  type Trail,
  untilEndOf,
} from "@/api/orderTerms";
import { compare, isPositive } from "@/ui";

/** The input that becomes the terms of an order, as typed. */
export interface Typed {
  limitPrice: string;
  stopPrice: string;
  trail: Trail;
  timeInForce: TimeInForce;
  /** The day for `gtd`; empty until it is chosen. */
  lastDay: string;
  /** Fills also before and after regular hours, if the order can. */
  outsideHours: boolean;
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
  | "limitMissed"
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
  "limitMissed",
  "stale",
] satisfies AtOnce[];

/** True if an order with this outlook waits: its time in force matters. */
export const isWaiting = (outlook: Outlook): outlook is Waiting => !AT_ONCE.includes(outlook);

/** A type of order in the form. Its encoding is in `api/orderTerms.ts`. */
interface TypeRow<Terms extends OrderTerms> {
  /** The prices that the form asks for. */
  fields: readonly ("limitPrice" | "stopPrice" | "trail")[];
  /** The times in force to choose from, the usual ones first. */
  times: readonly TimeInForce[];
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

/** An order that may fill at once, and one that waits for a stop. */
const MAY_FILL: readonly TimeInForce[] = ["day", "gtc", "gtd", "ioc", "fok"];
const WAITS: readonly TimeInForce[] = ["day", "gtc", "gtd"];

/** The chosen time in force; that of another type of order gives way to the usual one. */
function lasting(times: readonly TimeInForce[], { timeInForce, lastDay }: Typed): Lasting {
  if (!times.includes(timeInForce)) return { timeInForce: "day" };
  return timeInForce === "gtd" ? untilEndOf(lastDay) : { timeInForce };
}

/** True if a limit order with this time in force may also fill before and after regular hours. */
export const takesExtended = (time: TimeInForce | undefined) => time === "day" || time === "gtc";

/** Every type of order. */
const ORDER_TYPES: { readonly [T in OrderType]: TypeRow<TermsOf<T>> } = {
  market: {
    fields: [],
    // What cannot fill within the range of a market order waits.
    times: ["day", "gtc", "ioc", "fok"],
    terms(typed) {
      const chosen = lasting(["day", "gtc", "ioc", "fok"], typed);
      // The usual time of a market order needs no word.
      return { type: "market", ...(chosen.timeInForce === "day" ? {} : chosen) };
    },
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
    times: MAY_FILL,
    terms(typed) {
      const chosen = lasting(MAY_FILL, typed);
      const terms = { type: "limit" as const, limitPrice: typed.limitPrice, ...chosen };
      const isExtended = typed.outsideHours && takesExtended(chosen.timeInForce);
      return isExtended ? alsoOutside(terms) : terms;
    },
    needs: ({ limitPrice }) => [limitPrice],
    words: "limit",
    outlook({ limitPrice, timeInForce }, side, { bid, ask, halted, open, stale }) {
      if (halted) return halted === "until" ? "limitPaused" : "limitHalted";
      if (!open) return "limitClosed";
      if (stale) return "stale";
      const fills = side === "buy" ? reaches(ask, limitPrice) : reaches(limitPrice, bid);
      if (!fills && (timeInForce === "ioc" || timeInForce === "fok")) return "limitMissed";
      if (side === "buy") return fills ? "limitFillsBuy" : "limitRestsBuy";
      return fills ? "limitFillsSell" : "limitRestsSell";
    },
  },
  stop: {
    fields: ["stopPrice"],
    times: WAITS,
    terms: (typed) => ({ type: "stop", stopPrice: typed.stopPrice, ...lasting(WAITS, typed) }),
    needs: ({ stopPrice }) => [stopPrice],
    words: "terms",
    outlook: (_terms, side) => (side === "buy" ? "stopBuy" : "stopSell"),
  },
  stopLimit: {
    fields: ["stopPrice", "limitPrice"],
    times: WAITS,
    terms: (typed) => ({
      type: "stopLimit",
      stopPrice: typed.stopPrice,
      limitPrice: typed.limitPrice,
      ...lasting(WAITS, typed),
    }),
    needs: ({ stopPrice, limitPrice }) => [stopPrice, limitPrice],
    words: "terms",
    outlook: (_terms, side) => (side === "buy" ? "stopLimitBuy" : "stopLimitSell"),
  },
  trailingStop: {
    fields: ["trail"],
    times: WAITS,
    terms: (typed) => ({ type: "trailingStop", trail: typed.trail, ...lasting(WAITS, typed) }),
    needs: ({ trail }) => [trail.amount ?? trail.percent],
    words: "terms",
    outlook: (_terms, side) => (side === "buy" ? "trailingBuy" : "trailingSell"),
  },
};

/** True for a type that waits for a stop. */
export const waitsForStop = (type: OrderType) => type !== "market" && type !== "limit";

/** The row of a type that is known at run time only. Its functions take the terms of that type. */
export const typeRow = (type: OrderType): TypeRow<OrderTerms> => ORDER_TYPES[type];

/** True if all prices that the terms need are typed. */
export const isPriced = (terms: OrderTerms): boolean =>
  typeRow(terms.type).needs(terms).every(isPositive);

/** The expected course of an order; null while a price is missing. */
export const outlookOf = (terms: OrderTerms, side: Side, now: MarketNow): Outlook | null =>
  isPriced(terms) ? typeRow(terms.type).outlook(terms, side, now) : null;
