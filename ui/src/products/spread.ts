import type { Instrument, Quote } from "@/api/market";
import { multiply, subtract } from "@/decimal";
import { formatDecimal } from "@/ui/format";
import { kindOf } from ".";

/** The spread of a quote, in pips; null if a side is missing, or prices have no pips. */
export function spreadInPips(
  instrument: Pick<Instrument, "assetClass" | "symbol">,
  { bid, ask }: Pick<Quote, "bid" | "ask">,
): string | null {
  const pip = kindOf(instrument).pipDecimals?.(instrument.symbol);
  if (pip === undefined || !bid || !ask) return null;
  return formatDecimal(multiply(subtract(ask, bid), `1${"0".repeat(pip)}`), { min: 1 });
}
