import { decodeInstrument, decodeUnnamed, type Instrument, type Listing } from "./market";
import type { Money } from "./money";
import {
  decodeLasting,
  decodeLegs,
  decodePrices,
  decodeTerms,
  decodeTrail,
  encodeLasting,
  encodeLegs,
  encodeTerms,
  encodeTrail,
  type Lasting,
  type Legs,
  type OrderTerms,
  type Prices,
  type TimeInForce,
  type Trail,
} from "./orderTerms";
import { decodePage } from "./paging";
import { decodePositionSide, type PositionSide } from "./positions";
import { moment, momentOrNull, type Wire } from "./wire";

export type Side = "buy" | "sell";
export type CloseReason = Wire["CloseReason"];
/** A rejected order ended because its fees could not be paid. Any ended order may be partly filled. */
export type OrderStatus =
  | "working"
  | "partlyFilled"
  | "filled"
  | "cancelled"
  | "expired"
  | "rejected";

export type LegKind = "takeProfit" | "stopLoss";

/** An order that closes what another one opens, or a part of a position. */
export interface Leg {
  id: string;
  kind: LegKind;
}

/** The state of an order, as calls on an order return it. */
export interface OrderState {
  id: string;
  status: OrderStatus;
  /** The reason why it ended unfilled, if known to this UI. */
  reason: CloseReason | null;
  quantity: string;
  filled: string;
  prices: Prices;
  /** True once the market has reached its stop. */
  triggered: boolean;
  triggeredAt: number | null;
  /** The group of an entry and its legs, or of the legs of a position; null for an order by itself. */
  groupId: string | null;
  /** The legs of its group, also before they are open, and itself if it is one. */
  legs: readonly Leg[];
  /** The name that its customer's own program gave it. */
  clientOrderId: string | null;
  averagePrice: string | null;
  fee: string;
  /** The hold for the resting part of a buy order. */
  held: Money | null;
  version: number;
}

/** An order: its terms and its state. */
export interface Order extends OrderState, Instrument {
  side: Side;
  /** The side of the position that it adds to or closes. */
  position: PositionSide;
  /** The currency of its fee and its hold. */
  currency: string;
  /** The currency of its prices. */
  priceCurrency: string;
  /** The leverage of a position on margin; `1` without. */
  leverage: string;
  timeInForce: TimeInForce;
  /** True if it is also filled before and after regular hours. */
  extendedHours: boolean;
  placedAt: number;
  updatedAt: number;
  expiresAt: number | null;
}

export interface OrderDetail extends Order {
  fills: Fill[];
}

export interface Fill extends Instrument {
  id: string;
  orderId: string;
  side: Side;
  /** The side of the position that it added to or closed. */
  position: PositionSide;
  quantity: string;
  price: string;
  /** The value of one unit at a price of one. */
  multiplier: string;
  /** Price times quantity times multiplier, rounded to the minor unit: up for a buyer, down for a seller. */
  value: string;
  /** The currency of the price and the value. */
  priceCurrency: string;
  fee: string;
  /** A maker's order waited in the book, a taker's took what was displayed; null for a fill from before it was kept. */
  liquidity: Wire["LiquiditySide"] | null;
  /** The profit of a close. */
  profit: string | null;
  /** The currency of the fee and the profit. */
  currency: string;
  filledAt: number;
}

/** The size of a new order: a quantity, or the most to spend, fees included, by which the server sizes it. */
export type Size = { quantity: string; amount?: never } | { quantity?: never; amount: string };

/** A new order. */
export interface NewOrder extends Listing, Legs {
  side: Side;
  terms: OrderTerms;
  size: Size;
  /** The leverage of a new position on margin. */
  leverage?: string;
}

/** A share of the quantity that can be bought or sold. */
export type Share = "25" | "half" | "75" | "full";

const SIDES: Record<Wire["Direction"], Side> = { 0: "buy", 1: "sell" };
/** The number of a side in the API and in published addresses. */
export const encodeSide = (side: Side): Wire["Direction"] => (side === "buy" ? 0 : 1);
export const decodeSide = (direction: Wire["Direction"]): Side => SIDES[direction];
const ENDS: Record<CloseReason, OrderStatus> = {
  cancelled_by_customer: "cancelled",
  expired: "expired",
  insufficient_funds: "rejected",
  liquidated: "cancelled",
  stop_loss: "cancelled",
  take_profit: "cancelled",
  ioc: "cancelled",
  fok: "cancelled",
  split: "cancelled",
  position_closed: "cancelled",
  replaced: "cancelled",
  contract_ended: "cancelled",
  margin_called: "cancelled",
  paid_for_gap: "cancelled",
};

/** The reason, or null for one of a newer server that this UI does not know. */
const reasonOf = ({ reason }: Wire["OrderReply"]): CloseReason | null =>
  reason && Object.hasOwn(ENDS, reason) ? reason : null;

function statusOf(wire: Wire["OrderReply"]): OrderStatus {
  if (wire.status === 0) return "working";
  if (wire.status === 1) return "filled";
  if (wire.status === 3) return "partlyFilled";
  const reason = reasonOf(wire);
  return reason ? ENDS[reason] : "cancelled";
}

/** Replies that a server kept from before there were groups have no legs. */
const decodeGroup = ({ groupId, legs }: Partial<Wire["OrderReply"]>) => ({
  groupId: groupId ?? null,
  legs: (legs ?? []).map(({ id, kind }) => ({ id, kind: kind as LegKind })),
});

export const decodeOrderState = (wire: Wire["OrderReply"]): OrderState => ({
  id: wire.id,
  status: statusOf(wire),
  reason: reasonOf(wire),
  quantity: wire.quantity,
  filled: wire.filledQuantity,
  prices: decodePrices(wire),
  triggered: wire.triggered,
  triggeredAt: momentOrNull(wire.triggeredTimestamp),
  ...decodeGroup(wire),
  clientOrderId: wire.clientOrderId ?? null,
  averagePrice: wire.avgPrice ?? null,
  fee: wire.fee,
  held: wire.held ?? null,
  version: wire.version,
});

const decodeUnnamedOrder = (wire: Wire["OrderRow"]): Omit<Order, "name"> => ({
  ...decodeOrderState(wire),
  ...decodeUnnamed(wire),
  side: SIDES[wire.direction],
  position: decodePositionSide(wire.positionDirection),
  currency: wire.currency,
  priceCurrency: wire.priceCurrency,
  leverage: wire.leverage,
  timeInForce: wire.timeInForce,
  extendedHours: wire.extendedHours,
  placedAt: moment(wire.createTimeTimestamp),
  updatedAt: moment(wire.modifyTimeTimestamp),
  expiresAt: momentOrNull(wire.expireTimestamp),
});

/** Reads an order from a push: without the instrument's name, which depends on the reader's language. */
export const decodePushedOrder = (data: unknown) => decodeUnnamedOrder(data as Wire["OrderRow"]);

export const decodeOrder = (wire: Wire["NamedOrder"]): Order => ({
  ...decodeUnnamedOrder(wire),
  name: wire.name,
});

export const decodeOrderDetail = (wire: Wire["OrderDetail"]): OrderDetail => ({
  ...decodeOrder(wire),
  fills: wire.fills.map(decodeFill),
});

export const decodeFill = (wire: Wire["FillRow"]): Fill => ({
  ...decodeInstrument(wire),
  id: wire.id,
  orderId: wire.orderId,
  side: SIDES[wire.direction],
  position: decodePositionSide(wire.positionDirection),
  quantity: wire.quantity,
  price: wire.price,
  multiplier: wire.multiplier,
  value: wire.amount,
  priceCurrency: wire.priceCurrency,
  fee: wire.fee,
  liquidity: wire.liquidity ?? null,
  profit: wire.profit ?? null,
  currency: wire.currency,
  filledAt: moment(wire.createTimeTimestamp),
});

export const decodeOrderPage = decodePage(decodeOrder);
export const decodeFillPage = decodePage(decodeFill);

/** An order as it is sent. */
export type SentOrder = Wire["OrderRequest"];

export const encodeOrder = (order: NewOrder): SentOrder => ({
  stockCode: order.symbol,
  market: order.market,
  direction: encodeSide(order.side),
  ...encodeTerms(order.terms),
  ...order.size,
  ...(order.leverage === undefined ? {} : { leverage: order.leverage }),
  ...encodeLegs(order),
});

/** The fields that identify a new order while its price and quantity move with the market. */
export const aboutOrder = ({ stockCode, direction }: SentOrder) => ({
  stockCode,
  direction,
});

/** Reads an order that was sent, on the given market if it names none. */
export const decodeNewOrder = (wire: SentOrder, market: string): NewOrder => ({
  symbol: wire.stockCode,
  market: wire.market || market,
  side: SIDES[wire.direction],
  terms: decodeTerms(wire),
  size: wire.amount == null ? { quantity: wire.quantity ?? "" } : { amount: wire.amount },
  ...(wire.leverage == null ? {} : { leverage: wire.leverage }),
  ...decodeLegs(wire),
});

/** An order whose quantity is to be calculated. */
export interface Sizing extends Pick<NewOrder, "symbol" | "market" | "side" | "leverage"> {
  limitPrice?: string;
}

export const encodeSizing = (order: Sizing, share: Share): Wire["AffordableRequest"] => ({
  stockCode: order.symbol,
  market: order.market,
  direction: encodeSide(order.side),
  ...(order.limitPrice === undefined ? {} : { price: order.limitPrice }),
  ...(order.leverage === undefined ? {} : { leverage: order.leverage }),
  size: share,
});

/** The end of an order. One that was partly filled and then ended is `cancelled` or `expired`. */
export type HowEnded = Wire["HowEnded"];

/** A filter for ended orders; absent fields filter nothing. */
export interface HistoryFilter {
  symbol?: string;
  side?: Side;
  status?: HowEnded;
  /** Placed from this moment on, in Unix milliseconds. */
  from?: number;
}

export const encodeHistory = ({ symbol, side, status, from }: HistoryFilter) => ({
  ...(symbol ? { stockCode: symbol } : {}),
  ...(side ? { side: encodeSide(side) } : {}),
  ...(status ? { status } : {}),
  ...(from === undefined ? {} : { from: String(from) }),
});

/** A change of a working order. An absent field stays as it is. */
export interface Amendment {
  id: string;
  limitPrice?: string;
  stopPrice?: string;
  trail?: Trail;
  /** The new total, including the filled part. */
  quantity?: string;
  lasting?: Lasting;
}

/** The parts of an amendment by the fields of the request. */
const AMENDED: Record<string, Exclude<keyof Amendment, "id">> = {
  price: "limitPrice",
  stopPrice: "stopPrice",
  trailAmount: "trail",
  trailPercent: "trail",
  quantity: "quantity",
  timeInForce: "lasting",
  expireDate: "lasting",
};

/** The part of an amendment that a refusal concerns, by the field that it names; undefined for none. */
export const amendedPart = (field: string | null) => (field === null ? undefined : AMENDED[field]);

export const encodeAmendment = (amendment: Amendment): Wire["AmendRequest"] => {
  const { id, limitPrice, stopPrice, trail, quantity, lasting } = amendment;
  return {
    id,
    ...(limitPrice === undefined ? {} : { price: limitPrice }),
    ...(stopPrice === undefined ? {} : { stopPrice }),
    ...(trail === undefined ? {} : encodeTrail(trail)),
    ...(quantity === undefined ? {} : { quantity }),
    ...(lasting === undefined ? {} : encodeLasting(lasting)),
  };
};

/** Reads an amendment that `encodeAmendment` has written. */
export const decodeAmendment = (wire: Wire["AmendRequest"]): Amendment => ({
  id: wire.id,
  ...(wire.price == null ? {} : { limitPrice: wire.price }),
  ...(wire.stopPrice == null ? {} : { stopPrice: wire.stopPrice }),
  ...(wire.trailAmount == null && wire.trailPercent == null ? {} : { trail: decodeTrail(wire) }),
  ...(wire.quantity == null ? {} : { quantity: wire.quantity }),
  ...(wire.timeInForce == null ? {} : { lasting: decodeLasting(wire) }),
});
