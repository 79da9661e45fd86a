import type { Wire } from "./wire";

export interface Fee {
  name: string;
  amount: string;
  /** The rule that the fee comes from. */
  rule: string;
}

/** The cost of holding a position on margin. Amounts are in the currency of the cost. */
export interface MarginCost {
  /** Null where the customer does not choose it. */
  leverage: string | null;
  /** Set aside for the position, without fees. */
  margin: string;
  /** The margin below which there is a margin call; null where a position is liquidated by its level. */
  maintenance: string | null;
  /** The gain or loss when the price moves by a pip; null without pips. */
  pipValue: string | null;
  /** The loss if it were closed at once. */
  spread: string | null;
  /** One night's financing at the day's rates; negative for a cost. Null if no rates are known. */
  financing: string | null;
  /** The price at which the house would liquidate the position; null if no price would. */
  liquidationPrice: string | null;
}

/** The estimated cost or proceeds of an order. */
export interface OrderCost {
  quantity: string;
  price: string;
  /** Price times quantity. */
  value: string;
  fees: Fee[];
  feeTotal: string;
  /** The hold for the part of the order that rests. */
  held: string;
  /** Paid by a buyer, fees included; received by a seller, less fees. */
  total: string;
  /** The margin in `total` that closing a position frees; null for any other order. */
  released: string | null;
  currency: string;
  /** The currency of the price and the value. */
  priceCurrency: string;
  /** For an order that opens a position on margin. */
  margin: MarginCost | null;
  buyingPower: string;
  /** What is left of it; null if unknown. */
  buyingPowerAfter?: string | null;
  /** The error word with which the order would be refused now. */
  refusal: string | null;
}

const decodeMarginCost = (wire: Wire["MarginReply"]): MarginCost => ({
  leverage: wire.leverage ?? null,
  margin: wire.isolatedPosition,
  maintenance: wire.maintenanceMargin ?? null,
  pipValue: wire.pipValue ?? null,
  spread: wire.spreadCost ?? null,
  financing: wire.nightFinancing ?? null,
  liquidationPrice: wire.liquidationPrice ?? null,
});

export const decodeCost = (wire: Wire["CostReply"]): OrderCost => ({
  quantity: wire.quantity,
  price: wire.price,
  value: wire.notional,
  fees: wire.fees,
  feeTotal: wire.feeTotal,
  held: wire.heldAmount,
  total: wire.total,
  released: wire.released ?? null,
  currency: wire.currency,
  priceCurrency: wire.priceCurrency,
  margin: wire.margin ? decodeMarginCost(wire.margin) : null,
  buyingPower: wire.buyingPower,
  buyingPowerAfter: wire.buyingPowerAfter ?? null,
  refusal: wire.error ?? null,
});
