import type { Wire } from "./wire";

export interface Fee {
  name: string;
  amount: string;
  /** The rule that it comes from. */
  rule: string;
}

/** What holding a position on margin takes. Amounts are in the currency of the cost. */
export interface MarginCost {
  leverage: string;
  /** Set aside for it, without fees. */
  margin: string;
  /** Gained or lost when the price moves by a pip. */
  pipValue: string;
  /** What closing it at once would lose. */
  spread: string;
  /** What a night brings at the rates of the day; below zero where it costs. Null where no rates are known. */
  financing: string | null;
  /** Where the position would be closed by the house; null where no price is that bad. */
  liquidationPrice: string | null;
}

/** What an order would cost or bring. */
export interface OrderCost {
  quantity: string;
  price: string;
  /** Price times quantity. */
  value: string;
  fees: Fee[];
  feeTotal: string;
  /** What would be set aside for the part that rests. */
  held: string;
  /** Paid by a buyer, fees included; received by a seller, less fees. */
  total: string;
  currency: string;
  /** That of the price and the value. */
  priceCurrency: string;
  /** Of an order that opens a position on margin. */
  margin: MarginCost | null;
  buyingPower: string;
  /** The word of the refusal that placing it would meet now. */
  refusal: string | null;
}

const decodeMarginCost = (wire: Wire["MarginReply"]): MarginCost => ({
  leverage: wire.leverage,
  margin: wire.isolatedPosition,
  pipValue: wire.pipValue,
  spread: wire.spreadCost,
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
  currency: wire.currency,
  priceCurrency: wire.priceCurrency,
  margin: wire.margin ? decodeMarginCost(wire.margin) : null,
  buyingPower: wire.buyingPower,
  refusal: wire.error ?? null,
});
