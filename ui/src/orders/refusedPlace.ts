import { limitOf, stopOf } from "@/api/orderTerms";
import { equal, isPositive, multiply, wholeTimes } from "@/decimal";
import type { Ticket } from "@/trade/ticket";
import { type RefusalWord, refusedField } from "@/trade/words";

/** A field of the ticket under which a refusal is shown. */
export type Place =
  | "quantity"
  | "limitPrice"
  | "stopPrice"
  | "trail"
  | "takeProfit"
  | "stopLoss"
  | "stopLimit"
  | "time"
  | "date"
  | "hours";

type Prices = Partial<Record<Place, string | null | undefined>>;

/** The typed prices in the order in which the server checks them. */
const limits = ({ terms, takeProfit, stopLoss }: Ticket): Prices => ({
  limitPrice: limitOf(terms),
  takeProfit,
  stopLimit: stopLoss?.limitPrice,
});
const stops = ({ terms, stopLoss }: Ticket): Prices => ({
  stopPrice: terms.type === "trailingStop" ? null : stopOf(terms),
  stopLoss: stopLoss?.stopPrice,
});

const isStep = (price: string, tick: string) =>
  equal(multiply(wholeTimes(price, tick), tick), price);

/** The first price beside the steps of the tick, else the first of them. */
function firstOf(prices: Prices, tick?: string | null): Place | null {
  const typed = Object.entries(prices).filter(([, price]) => price != null);
  const beside = typed.find(
    ([, price]) =>
      tick && isPositive(tick) && isPositive(price ?? "") && !isStep(price ?? "", tick),
  );
  return ((beside ?? typed[0])?.[0] as Place | undefined) ?? null;
}

/** The field that a refusal of a ticket belongs to; null if the ticket has no such field. */
export function refusedPlace(word: RefusalWord, ticket: Ticket, tick: string | null): Place | null {
  const { terms, takeProfit, stopLoss } = ticket;
  switch (word) {
    case "tick_size":
      return firstOf(limits(ticket), tick);
    case "price_band":
    case "price_required":
      return firstOf({ ...limits(ticket), takeProfit: null });
    case "stop_tick_size":
      return firstOf(stops(ticket), tick);
    case "stop_price_side":
    case "stop_price_required":
      return terms.type === "trailingStop" ? "trail" : firstOf(stops(ticket));
    case "trail_invalid":
      return terms.type === "trailingStop" ? "trail" : null;
    case "legs_side":
      return stopLoss ? "stopLoss" : takeProfit === undefined ? null : "takeProfit";
    case "time_in_force_invalid":
      return "time";
    case "expire_date_invalid":
      return terms.timeInForce === "gtd" ? "date" : null;
    case "extended_hours_invalid":
      return "hours";
    default:
      return refusedField(word) === "quantity" ? "quantity" : null;
  }
}
