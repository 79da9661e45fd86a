import type { Listing } from "@/api/market";
import type { NewOrder, Side } from "@/api/orders";
import type { OrderType } from "@/api/orderTerms";
import { isPositive } from "@/ui";
import { isPriced, type Typed } from "./orderTypes";

/** An order form's input as an order. Prices and sizes are text as typed, and may be missing. */
export type Ticket = Omit<NewOrder, keyof Listing>;

/** The customer's input so far, from which the ticket is made. */
export interface Draft extends Omit<Typed, "limitPrice"> {
  side: Side;
  type: OrderType;
  /** Null while it is the proposed price. */
  limitPrice: string | null;
  /** The way a purchase is sized: by quantity or by total cost. */
  by: "quantity" | "amount";
  quantity: string;
  amount: string;
  /** For positions on margin. Null while it is the proposed leverage. */
  leverage: string | null;
}

/** The field that is missing before a ticket makes an order. */
export function missingOf({ terms, size }: Ticket): "price" | "quantity" | "amount" | null {
  if (!isPriced(terms)) return "price";
  if (size.amount !== undefined) return isPositive(size.amount) ? null : "amount";
  return isPositive(size.quantity) ? null : "quantity";
}

/** The order of a ticket, or null while a field is missing. */
export const orderOf = (ticket: Ticket, { symbol, market }: Listing): NewOrder | null =>
  missingOf(ticket) ? null : { symbol, market, ...ticket };
