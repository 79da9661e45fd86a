import type { Direction, OrderBody, OrderType, TimeInForce } from "@/api/types";
import { isPositive } from "@/ui";
import { LIMIT } from "./words";

/** What the customer has filled in so far. Price and quantity are text as typed. */
export interface Ticket {
  direction: Direction;
  orderType: OrderType;
  price: string;
  quantity: string;
  timeInForce: TimeInForce;
}

/** The order that a ticket asks for, or null while something is missing. */
export function orderOf(ticket: Ticket, stockCode: string, market: string): OrderBody | null {
  const { direction, orderType, price, quantity, timeInForce } = ticket;
  if (!isPositive(quantity)) return null;
  const order = { stockCode, market, direction, orderType, quantity };
  if (orderType !== LIMIT) return order;
  return isPositive(price) ? { ...order, price, timeInForce } : null;
}
