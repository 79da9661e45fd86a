import type { Listing } from "@/api/market";
import type { NewOrder, OrderType, Side, TimeInForce } from "@/api/orders";
import { isPositive } from "@/ui";

/** What the customer has filled in so far. Price and quantity are text as typed. */
export interface Ticket {
  side: Side;
  type: OrderType;
  limitPrice: string;
  quantity: string;
  timeInForce: TimeInForce;
}

/** The order that a ticket asks for, or null while something is missing. */
export function orderOf(ticket: Ticket, { symbol, market }: Listing): NewOrder | null {
  const { side, type, limitPrice, quantity, timeInForce } = ticket;
  if (!isPositive(quantity)) return null;
  const order = { symbol, market, side, type, quantity };
  if (type === "market") return order;
  return isPositive(limitPrice) ? { ...order, limitPrice, timeInForce } : null;
}
