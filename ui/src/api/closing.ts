import { decodeLegs, encodeLegs, type Legs, type Trail } from "./orderTerms";
import type { Wire } from "./wire";

/** An order that closes a position or a part of it: at the market, unless it says otherwise. Legs exclude the others. */
export interface Closing extends Legs {
  /** The position's. */
  id: string;
  quantity: string;
  limitPrice?: string;
  trail?: Trail;
}

export const encodeClosing = (closing: Closing): Wire["CloseRequest"] => {
  const { id, quantity, limitPrice, trail } = closing;
  return {
    ...{ id, quantity },
    ...(limitPrice === undefined ? {} : { price: limitPrice }),
    ...(trail?.amount === undefined ? {} : { trailAmount: trail.amount }),
    ...(trail?.percent === undefined ? {} : { trailPercent: trail.percent }),
    ...encodeLegs(closing),
  };
};

const decodeTrail = ({ trailAmount, trailPercent }: Wire["CloseRequest"]): { trail?: Trail } => {
  if (trailAmount != null) return { trail: { amount: trailAmount } };
  return trailPercent == null ? {} : { trail: { percent: trailPercent } };
};

/** Reads an order that `encodeClosing` has written. */
export const decodeClosing = (wire: Wire["CloseRequest"]): Closing => ({
  id: wire.id,
  quantity: wire.quantity ?? "",
  ...(wire.price == null ? {} : { limitPrice: wire.price }),
  ...decodeTrail(wire),
  ...decodeLegs(wire),
});
