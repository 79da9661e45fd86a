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

/** What is still to be filled in before a ticket asks for an order. */
export function missingOf({ orderType, price, quantity }: Ticket): "price" | "quantity" | null {
  if (orderType === LIMIT && !isPositive(price)) return "price";
  return isPositive(quantity) ? null : "quantity";
}

/** The order that a ticket asks for, or null while something is missing. */
export function orderOf(ticket: Ticket, stockCode: string, market: string): OrderBody | null {
  const { direction, orderType, price, quantity, timeInForce } = ticket;
  if (missingOf(ticket)) return null;
  const order = { stockCode, market, direction, orderType, quantity };
  return orderType === LIMIT ? { ...order, price, timeInForce } : order;
}
