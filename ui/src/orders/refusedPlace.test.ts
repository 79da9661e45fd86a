import { expect, it } from "vitest";
import type { OrderTerms } from "@/api/orderTerms";
import type { Ticket } from "@/trade/ticket";
import type { RefusalWord } from "@/trade/words";
import { type Place, refusedPlace } from "./refusedPlace";

const ticket = (terms: OrderTerms, legs: Partial<Ticket> = {}): Ticket => ({
  side: "buy",
  terms,
  size: { quantity: "10" },
  ...legs,
});
const market: OrderTerms = { type: "market" };
const limit: OrderTerms = { type: "limit", limitPrice: "99.5", timeInForce: "day" };
const stop: OrderTerms = { type: "stop", stopPrice: "105", timeInForce: "day" };
const trailing: OrderTerms = { type: "trailingStop", trail: { percent: "0" }, timeInForce: "day" };
const gtd: OrderTerms = { ...limit, timeInForce: "gtd", expireDate: "2026-12-05" };
const stopLoss = { stopPrice: "95.001", limitPrice: "94.001" };

it.each<[RefusalWord, Ticket, Place | null]>([
  ["stop_price_side", ticket(stop), "stopPrice"],
  ["stop_price_side", ticket(trailing), "trail"],
  ["legs_side", ticket(limit, { takeProfit: "90", stopLoss }), "stopLoss"],
  ["legs_side", ticket(limit, { takeProfit: "90" }), "takeProfit"],
  ["trail_invalid", ticket(trailing), "trail"],
  ["time_in_force_invalid", ticket(market), "time"],
  ["expire_date_invalid", ticket(gtd), "date"],
  ["extended_hours_invalid", ticket(limit), "hours"],
  ["tick_size", ticket(limit), "limitPrice"],
  ["tick_size", ticket(limit, { takeProfit: "110.001" }), "takeProfit"],
  ["tick_size", ticket(limit, { takeProfit: "110", stopLoss }), "stopLimit"],
  ["stop_tick_size", ticket(stop, { stopLoss }), "stopLoss"],
  ["stop_tick_size", ticket(stop), "stopPrice"],
  ["price_band", ticket(market, { stopLoss }), "stopLimit"],
  ["price_band", ticket(limit, { stopLoss }), "limitPrice"],
  ["price_required", ticket(market), null],
  ["insufficient_funds", ticket(market), "quantity"],
  ["session_closed", ticket(market), null],
])("shows %s of %o under %s", (word, of, place) =>
  expect(refusedPlace(word, of, "0.01")).toBe(place),
);
