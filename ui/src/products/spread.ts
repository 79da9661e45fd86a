import type { Instrument, Quote } from "@/api/market";
import { multiply, subtract } from "@/ui/decimal";
import { formatDecimal } from "@/ui/format";
import { kindOf } from ".";

/** How far the sides of a quote are apart, in pips; null where there is none, or where prices have no pips. */
export function spreadInPips(
  instrument: Pick<Instrument, "assetClass" | "symbol">,
  { bid, ask }: Pick<Quote, "bid" | "ask">,
): string | null {
  const pip = kindOf(instrument).pipDecimals?.(instrument.symbol);
  if (pip === undefined || !bid || !ask) return null;
  return formatDecimal(multiply(subtract(ask, bid), `1${"0".repeat(pip)}`), { min: 1 });
}
