import type { Listing } from "@/api/market";
import type { NewOrder, Side } from "@/api/orders";
import { lastDayOf, type OrderType } from "@/api/orderTerms";
import { isPositive } from "@/ui";
import { isPriced, type Typed, typeRow, waitsForStop } from "./orderTypes";
import { areLegsPriced, type LegsDraft, NO_LEGS } from "./ticketLegs";

/** An order form's input as an order. Prices and sizes are text as typed, and may be missing. */
export type Ticket = Omit<NewOrder, keyof Listing>;

/** The customer's input so far, from which the ticket is made. */
export interface Draft extends Omit<Typed, "limitPrice">, LegsDraft {
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

/** An empty ticket. */
export const emptyDraft = (side: Side, timeInForce: Draft["timeInForce"] = "day"): Draft => ({
  side,
  type: "limit",
  limitPrice: null,
  stopPrice: "",
  trail: { percent: "" },
  by: "quantity",
  quantity: "",
  amount: "",
  timeInForce,
  lastDay: "",
  outsideHours: false,
  leverage: null,
  ...NO_LEGS,
});

/** True for a purchase for an amount: a market or a limit order, as an order that waits for a stop has a quantity. */
export const spendsOf = ({ side, by, type }: Draft) =>
  side === "buy" && by === "amount" && !waitsForStop(type);

/** The change that gives a ticket a limit price: a type without one becomes a limit order. */
export const limitedTo = ({ type }: Pick<Draft, "type">, limitPrice: string): Partial<Draft> =>
  typeRow(type).fields.includes("limitPrice") ? { limitPrice } : { type: "limit", limitPrice };

export type Missing = "price" | "trail" | "date" | "quantity" | "amount";

/** The field that is missing before a ticket makes an order. */
export function missingOf({ terms, size, ...legs }: Ticket): Missing | null {
  if (!isPriced(terms)) return terms.type === "trailingStop" ? "trail" : "price";
  if (!areLegsPriced(legs)) return "price";
  if (lastDayOf(terms) === "") return "date";
  if (size.amount !== undefined) return isPositive(size.amount) ? null : "amount";
  return isPositive(size.quantity) ? null : "quantity";
}

/** The order of a ticket, or null while a field is missing. */
export const orderOf = (ticket: Ticket, { symbol, market }: Listing): NewOrder | null =>
  missingOf(ticket) ? null : { symbol, market, ...ticket };
