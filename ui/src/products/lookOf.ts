import type { InstrumentDetail } from "@/api/market";
import { decimalsOf, type Figure } from "@/ui";
import { priceLook } from ".";

/** The price format of an instrument with a known tick size: with its decimals if these are more. */
export function lookOf(instrument: InstrumentDetail, price: Figure) {
  const { decimals, pip } = priceLook(instrument, price);
  return { decimals: Math.max(decimals, decimalsOf(instrument.tickSize ?? "1")), pip };
}
