import type { Listing } from "@/api/market";
import type { NewOrder, OrderType, Side, TimeInForce } from "@/api/orders";
import { isPositive } from "@/ui";

/** An order as it would be asked for. Price and quantity are text as typed. */
export interface Ticket {
  side: Side;
  type: OrderType;
  limitPrice: string;
  quantity: string;
  timeInForce: TimeInForce;
  /** Of what is held on margin; empty for everything else. */
  leverage: string;
}

/** What the customer has filled in so far, of which the ticket follows. */
export interface Draft extends Omit<Ticket, "limitPrice" | "leverage"> {
  /** Null while the price is the one that was proposed. */
  limitPrice: string | null;
  /** Null while it is the one that was proposed. */
  leverage: string | null;
  /** A purchase may be sized by what it may cost. */
  by: "quantity" | "amount";
  amount: string;
}

/** What is still to be filled in before a ticket asks for an order. */
export function missingOf({ type, limitPrice, quantity }: Ticket): "price" | "quantity" | null {
  if (type === "limit" && !isPositive(limitPrice)) return "price";
  return isPositive(quantity) ? null : "quantity";
}

/** The order that a ticket asks for, or null while something is missing. */
export function orderOf(ticket: Ticket, { symbol, market }: Listing): NewOrder | null {
  const { side, type, limitPrice, quantity, timeInForce, leverage } = ticket;
  if (missingOf(ticket)) return null;
  const order = { symbol, market, side, type, quantity, ...(leverage ? { leverage } : {}) };
  return type === "limit" ? { ...order, limitPrice, timeInForce } : order;
}
