import type { Quote } from "@/api/market";
import type { Order } from "@/api/orders";
import { limitOf, stopOf } from "@/api/orderTerms";
import { ticketOf } from "@/products";
import { compare, equal, isPositive, percentOf, subtract } from "@/ui";
import { isPending } from "./legs";

/** The event that an order waits for: its entry, its stop, its limit, or any price. */
export type Wait =
  | { for: "entry" }
  | { for: "market" }
  /** `reached` once the market has come to the price: it then waits behind earlier orders. */
  | { for: "stop" | "trailing" | "limit"; price: string; away: Away | null; reached: boolean };

/** How far the market is from a price: the move that is left, and its share of the present price in percent. */
export interface Away {
  change: string;
  percent: string;
}

type Prices = Pick<Quote, "last" | "bid" | "ask">;

/** The quote that an order is filled at. */
const filling = ({ side }: Order, { bid, ask }: Prices) => (side === "buy" ? ask : bid);

/** The price that triggers stops (`trigger` of the ticket). */
const triggering = (order: Order, quote: Prices) =>
  ticketOf(order).trigger === "quote" ? filling(order, quote) : quote.last;

/** Null where the market is at the price, or is not known. */
export function awayFrom(price: string, now: string | null): Away | null {
  if (now === null || !isPositive(now) || equal(price, now)) return null;
  const change = subtract(price, now);
  return { change, percent: percentOf(change, now) };
}

/** The event that a working order waits for, at a quote; without one its distance is unknown. */
export function waitOf(order: Order, quote: Prices | undefined): Wait {
  if (isPending(order)) return { for: "entry" };
  const stop = order.triggered ? null : stopOf(order.prices);
  if (stop !== null) {
    const now = quote ? triggering(order, quote) : null;
    const kind = order.prices.type === "trailingStop" ? "trailing" : "stop";
    return { for: kind, price: stop, away: awayFrom(stop, now), reached: false };
  }
  const limit = limitOf(order.prices);
  if (limit === null) return { for: "market" };
  const now = (quote && (filling(order, quote) ?? quote.last)) || null;
  const reached =
    now !== null &&
    isPositive(now) &&
    (order.side === "buy" ? compare(now, limit) <= 0 : compare(now, limit) >= 0);
  return { for: "limit", price: limit, away: reached ? null : awayFrom(limit, now), reached };
}

/** True if the session lets an order be filled, or be triggered. */
export const isOfHours = (
  { extendedHours }: Pick<Order, "extendedHours">,
  session: Quote["session"],
): boolean => session === "regular" || (extendedHours && session !== "closed");
