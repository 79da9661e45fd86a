import type { InstrumentDetail } from "@/api/market";
import type { Side } from "@/api/orders";
import type { Position } from "@/api/positions";
import { clamp } from "@/ui/decimal";

/** What a ticket proposes where the cap allows more: a tenth of the value is set aside. */
const PROPOSED = "10";

export interface LeverageChoice {
  /** What the order would be placed with. */
  leverage: string;
  /** That of the open position which the order adds to. An order has to have the same; it is changed there. */
  taken: string | null;
  cap: string;
}

/** The leverage of an order that opens a position on margin; null for what is not held on margin. */
export function leverageOf(
  { symbol, market, margin }: Pick<InstrumentDetail, "symbol" | "market" | "margin">,
  side: Side,
  chosen: string | null,
  positions: readonly Position[],
): LeverageChoice | null {
  if (!margin) return null;
  const cap = margin.leverageCap;
  const opened = side === "buy" ? "long" : "short";
  const added = positions.find(
    (held) => held.symbol === symbol && held.market === market && held.side === opened,
  );
  const taken = added?.margin?.leverage ?? null;
  return { leverage: taken ?? clamp(chosen ?? PROPOSED, "1", cap), taken, cap };
}
