import type { Order } from "@/api/orders";
import { limitOf, stopOf } from "@/api/orderTerms";
import type { Position } from "@/api/positions";
import { subtract } from "@/ui";
import { useProfitText } from "./useProfitText";

/** The profit or loss that a leg of a position would take. */
export function LegProfit({ position, leg }: { position: Position; leg: Order }) {
  const profitText = useProfitText(position);
  const price = stopOf(leg.prices) ?? limitOf(leg.prices);
  if (price === null) return null;
  return <p className="num text-small">{profitText(price, subtract(leg.quantity, leg.filled))}</p>;
}
