import { decodeInstrument, decodeUnnamed, type Instrument, type Listing } from "./market";
import type { Money } from "./money";
import { decodePage } from "./paging";
import { decodePositionSide, type PositionSide } from "./positions";
import { moment, momentOrNull, type Wire } from "./wire";

export type Side = "buy" | "sell";
export type OrderType = "market" | "limit";
export type TimeInForce = Wire["TimeInForce"];
export type CloseReason = Wire["CloseReason"];
/** A rejected order ended because its fees could not be paid. Any that ended may have filled in part. */
export type OrderStatus =
  | "working"
  | "partlyFilled"
  | "filled"
  | "cancelled"
  | "expired"
  | "rejected";

/** What becomes of an order, as the calls that act on one answer it. */
export interface OrderState {
  id: string;
  status: OrderStatus;
  /** Why it ended without being filled, where that is known here. */
  reason: CloseReason | null;
  quantity: string;
  filled: string;
  /** Null for a market order. */
  limitPrice: string | null;
  averagePrice: string | null;
  fee: string;
  /** What is set aside for the part of a buy order that rests. */
  held: Money | null;
  version: number;
}

/** What is known of an order from the first, and where it stands. */
export interface Order extends OrderState, Instrument {
  side: Side;
  /** The position that it adds to or closes. */
  position: PositionSide;
  /** That of its fee and of what is held. */
  currency: string;
  /** That of its prices. */
  priceCurrency: string;
  /** What it borrows with; `1` without. */
  leverage: string;
  type: OrderType;
  timeInForce: TimeInForce;
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
  /** The position that it added to or closed. */
  position: PositionSide;
  quantity: string;
  price: string;
  /** Price times quantity, rounded to the minor unit: up for a buyer, down for a seller. */
  value: string;
  /** That of the price and the value. */
  priceCurrency: string;
  fee: string;
  /** What a close has gained. */
  profit: string | null;
  /** That of the fee and the profit. */
  currency: string;
  filledAt: number;
}

/** An order that is asked for. */
export interface NewOrder extends Listing {
  side: Side;
  type: OrderType;
  quantity: string;
  limitPrice?: string;
  timeInForce?: TimeInForce;
  /** What is held on margin is opened with it. */
  leverage?: string;
}

/** A share of what can be bought or sold. */
export type Share = "25" | "half" | "75" | "full";

const SIDES: Record<Wire["Direction"], Side> = { 0: "buy", 1: "sell" };
const TYPES: Record<Wire["OrderType"], OrderType> = { 0: "market", 1: "limit" };

/** The number that the API and published addresses have for a side. */
export const encodeSide = (side: Side): Wire["Direction"] => (side === "buy" ? 0 : 1);
export const decodeSide = (direction: Wire["Direction"]): Side => SIDES[direction];
export const decodeOrderType = (type: Wire["OrderType"]): OrderType => TYPES[type];
const encodeType = (type: OrderType): Wire["OrderType"] => (type === "market" ? 0 : 1);

const ENDS: Record<CloseReason, OrderStatus> = {
  cancelled_by_customer: "cancelled",
  expired: "expired",
  insufficient_funds: "rejected",
  liquidated: "cancelled",
  stop_loss: "cancelled",
  take_profit: "cancelled",
  split: "cancelled",
};

/** The reason, unless a newer server has one that is not known here. */
const reasonOf = ({ reason }: Wire["OrderReply"]): CloseReason | null =>
  reason && Object.hasOwn(ENDS, reason) ? reason : null;

function statusOf(wire: Wire["OrderReply"]): OrderStatus {
  if (wire.status === 0) return "working";
  if (wire.status === 1) return "filled";
  if (wire.status === 3) return "partlyFilled";
  const reason = reasonOf(wire);
  return reason ? ENDS[reason] : "cancelled";
}

export const decodeOrderState = (wire: Wire["OrderReply"]): OrderState => ({
  id: wire.id,
  status: statusOf(wire),
  reason: reasonOf(wire),
  quantity: wire.quantity,
  filled: wire.filledQuantity,
  limitPrice: wire.price ?? null,
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
  type: TYPES[wire.orderType],
  timeInForce: wire.timeInForce,
  placedAt: moment(wire.createTimeTimestamp),
  updatedAt: moment(wire.modifyTimeTimestamp),
  expiresAt: momentOrNull(wire.expireTimestamp),
});

/** An order as the socket tells it: without the instrument's name, which is in the language of who asks. */
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
  value: wire.amount,
  priceCurrency: wire.priceCurrency,
  fee: wire.fee,
  profit: wire.profit ?? null,
  currency: wire.currency,
  filledAt: moment(wire.createTimeTimestamp),
});

export const decodeOrderPage = decodePage(decodeOrder);
export const decodeFillPage = decodePage(decodeFill);

/** An order as it is sent: each call is for one market. */
export type SentOrder = Wire["OrderRequest"] | Wire["ForexOrderRequest"];

export const encodeOrder = (order: NewOrder): Wire["OrderRequest"] => ({
  stockCode: order.symbol,
  market: order.market,
  direction: encodeSide(order.side),
  orderType: encodeType(order.type),
  quantity: order.quantity,
  ...(order.limitPrice === undefined ? {} : { price: order.limitPrice }),
  ...(order.timeInForce === undefined ? {} : { timeInForce: order.timeInForce }),
  ...(order.leverage === undefined ? {} : { leverage: order.leverage }),
});

/** An order for a pair of currencies: the call has its market, and the side says which position it opens. */
export const encodeForexOrder = (order: NewOrder): Wire["ForexOrderRequest"] => {
  const { market: _, leverage = "1", ...body } = encodeOrder(order);
  return { ...body, leverage: leverage ?? "1" };
};

/** What of an order that was asked for stays as it is while its price and its quantity move with the market. */
export const aboutOrder = ({ stockCode, direction }: SentOrder) => ({ stockCode, direction });

/** An order on a market that was asked for, as `encodeOrder` or `encodeForexOrder` has written it. */
export const decodeNewOrder = (wire: SentOrder, market: string): NewOrder => ({
  symbol: wire.stockCode,
  market,
  side: SIDES[wire.direction],
  type: TYPES[wire.orderType],
  quantity: wire.quantity,
  ...(wire.price == null ? {} : { limitPrice: wire.price }),
  ...(wire.timeInForce == null ? {} : { timeInForce: wire.timeInForce }),
  ...(wire.leverage == null ? {} : { leverage: wire.leverage }),
});

/** An order whose quantity is asked for. */
export type Sizing = Pick<NewOrder, "symbol" | "market" | "side" | "limitPrice" | "leverage">;

export const encodeSizing = (order: Sizing, share: Share): Wire["AffordableRequest"] => ({
  stockCode: order.symbol,
  market: order.market,
  direction: encodeSide(order.side),
  ...(order.limitPrice === undefined ? {} : { price: order.limitPrice }),
  ...(order.leverage === undefined ? {} : { leverage: order.leverage }),
  size: share,
});

/** How an order ended. One that was filled in part and then cancelled or over is `cancelled` or `expired`. */
export type HowEnded = Wire["HowEnded"];

/** Which of the orders that have ended are asked for; what is absent says nothing. */
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

/** What is to change of a limit order that waits. */
export interface Amendment {
  id: string;
  limitPrice?: string;
  /** The new total, what is filled included. */
  quantity?: string;
}

export const encodeAmendment = ({ id, limitPrice, quantity }: Amendment): Wire["AmendRequest"] => ({
  id,
  ...(limitPrice === undefined ? {} : { price: limitPrice }),
  ...(quantity === undefined ? {} : { quantity }),
});

/** An amendment that was asked for, as `encodeAmendment` has written it. */
export const decodeAmendment = ({ id, price, quantity }: Wire["AmendRequest"]): Amendment => ({
  id,
  ...(price == null ? {} : { limitPrice: price }),
  ...(quantity == null ? {} : { quantity }),
});
