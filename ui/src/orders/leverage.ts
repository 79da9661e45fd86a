import type { InstrumentDetail } from "@/api/market";
import type { Side } from "@/api/orders";
import type { Position } from "@/api/positions";
import { clamp } from "@/decimal";
import { classOf, kindOf } from "@/products";

/** The proposed leverage if the cap allows it: a margin of a tenth of the value. */
const PROPOSED = "10";

export interface LeverageChoice {
  /** The leverage with which the order would be placed. */
  leverage: string;
  /**
   * The leverage of the open position that the order adds to. The order must have it too; it is changed on the
   * position.
   */
  taken: string | null;
  cap: string;
}

/** The leverage of an order that opens a position on margin; null where the customer does not choose it. */
export function leverageOf(
  { symbol, market, margin }: Pick<InstrumentDetail, "symbol" | "market" | "margin">,
  side: Side,
  chosen: string | null,
  positions: readonly Position[],
): LeverageChoice | null {
  if (!margin || !kindOf({ assetClass: classOf(market) }).hasLeverage) return null;
  const cap = margin.leverageCap;
  const opened = side === "buy" ? "long" : "short";
  const added = positions.find(
    (held) => held.symbol === symbol && held.market === market && held.side === opened,
  );
  const taken = added?.margin?.leverage ?? null;
  return { leverage: taken ?? clamp(chosen ?? PROPOSED, "1", cap), taken, cap };
}
