import { useState } from "react";
import { directionOf, type Figure, subtract } from "@/ui";

/**
 * The direction of a price's last change: that of a tick against the tick before, and not of the day. A tick at the same
 * price keeps it. Flat until the price of the instrument has changed once.
 */
export function useLastMove(instrument: string, price: Figure) {
  const [seen, setSeen] = useState({ instrument, price, move: directionOf(null) });
  if (seen.instrument === instrument && seen.price === price) return seen.move;
  const isSame = seen.instrument === instrument;
  const change = isSame && price && seen.price ? subtract(price, seen.price) : null;
  const direction = directionOf(change);
  const move = isSame && direction === "flat" ? seen.move : direction;
  setSeen({ instrument, price: price ?? (isSame ? seen.price : null), move });
  return move;
}
