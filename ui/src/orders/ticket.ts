import type { Listing } from "@/api/market";
import type { NewOrder, Side, TicketTime, TicketType } from "@/api/orders";
import { isPositive } from "@/ui";

/** An order form's input as an order. Price and quantity are text as typed. */
export interface Ticket {
  side: Side;
  type: TicketType;
  limitPrice: string;
  quantity: string;
  timeInForce: TicketTime;
  /** For positions on margin; empty for everything else. */
  leverage: string;
}

/** The customer's input so far, from which the ticket is made. */
export interface Draft extends Omit<Ticket, "limitPrice" | "leverage"> {
  /** Null while it is the proposed price. */
  limitPrice: string | null;
  /** Null while it is the proposed leverage. */
  leverage: string | null;
  /** The way a purchase is sized: by quantity or by total cost. */
  by: "quantity" | "amount";
  amount: string;
}

/** The field that is missing before a ticket makes an order. */
export function missingOf({ type, limitPrice, quantity }: Ticket): "price" | "quantity" | null {
  if (type === "limit" && !isPositive(limitPrice)) return "price";
  return isPositive(quantity) ? null : "quantity";
}

/** The order of a ticket, or null while a field is missing. */
export function orderOf(ticket: Ticket, { symbol, market }: Listing): NewOrder | null {
  const { side, type, limitPrice, quantity, timeInForce, leverage } = ticket;
  if (missingOf(ticket)) return null;
  const order = { symbol, market, side, type, quantity, ...(leverage ? { leverage } : {}) };
  return type === "limit" ? { ...order, limitPrice, timeInForce } : order;
}
