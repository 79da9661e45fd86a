import type { OrderStatus } from "@/api/orders";

/** True while an order may still fill, and be cancelled. */
export const isOpen = (status: OrderStatus) => status === "working" || status === "partlyFilled";

/** The refusals with texts of their own; any other shows the general one. */
const REFUSALS = [
  "insufficient_funds",
  "insufficient_position",
  "quantity_invalid",
  "lot_size",
  "price_required",
  "tick_size",
  "price_band",
  "session_closed",
  "stale_quote",
  "no_quote",
  "charge_unknown",
  "instrument_not_tradable",
  "order_value_too_small",
  "too_many_open_orders",
  "out_of_range",
  "leverage_unavailable",
  "leverage_differs",
  "stop_price_required",
  "stop_tick_size",
  "stop_price_side",
  "legs_side",
  "trail_invalid",
  "time_in_force_invalid",
  "extended_hours_invalid",
  "expire_date_invalid",
  "wrong_product",
  "contract_ending",
  "margin_called",
  "margin_exhausted",
  "roll_invalid",
] as const;
export type RefusalWord = (typeof REFUSALS)[number] | "other";

export const refusalWord = (error: string): RefusalWord =>
  REFUSALS.find((known) => known === error) ?? "other";

/** The field of the ticket that a refusal concerns. */
export function refusedField(error: RefusalWord): "price" | "quantity" | null {
  if (["price_required", "tick_size", "price_band"].includes(error)) return "price";
  const quantities = [
    "quantity_invalid",
    "lot_size",
    "order_value_too_small",
    "insufficient_funds",
    "insufficient_position",
  ];
  return quantities.includes(error) ? "quantity" : null;
}

const FEES = [
  "sec",
  "taf",
  "cat",
  "commission",
  "stamp",
  "sfc",
  "afrc",
  "exchange",
  "settlement",
  "maker",
  "taker",
] as const;
export const feeWord = (name: string) => FEES.find((known) => known === name);
