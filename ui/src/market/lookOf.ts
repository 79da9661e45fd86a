import type { InstrumentDetail } from "@/api/market";
import { priceLook } from "@/products";
import { decimalsOf, type Figure } from "@/ui";

/** How prices of an instrument are written whose tick is known: with its decimals where these are more. */
export function lookOf(instrument: InstrumentDetail, price: Figure) {
  const { decimals, pip } = priceLook(instrument, price);
  return { decimals: Math.max(decimals, decimalsOf(instrument.tickSize ?? "1")), pip };
}
