import {
  decodeInstrument,
  decodeUnnamed,
  type Instrument,
  type Level,
  type Listing,
} from "./market";
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

/** A share of what can be bought or sold. */
export type Share = "25" | "half" | "75" | "full";

/** What a fee is worked out by: `rate` times its basis, rounded, at least `minimum` and at most `maximum`. */
export interface FeeTerms {
  basis: Wire["FeeBasis"];
  /** Of the value, or in major units of currency a unit of quantity. */
  rate: string;
  /** To the minor unit. */
  rounding: Wire["FeeRounding"];
  /** Then up to a whole major unit. */
  wholeUnits: boolean;
  minimum: string;
  maximum: string | null;
}

export interface Posting extends Money {
  /** A wallet of the customer, or a book of the house such as `house:fees`. */
  account: string;
}

/** Everything that proves a fill. */
export interface Receipt {
  fill: Fill;
  order: {
    id: string;
    type: OrderType;
    limitPrice: string | null;
    quantity: string;
    timeInForce: TimeInForce;
    placedAt: number;
    filledBefore: { quantity: string; value: string; fee: string };
  };
  /** The market tick that the fill was made against. */
  tick: {
    feed: string;
    /** The run of the feed. */
    epoch: string;
    number: string;
    at: number;
    receivedAt: number;
    bid: string | null;
    ask: string | null;
    bidSize: string | null;
    askSize: string | null;
    /** Best first. */
    bids: Level[];
    asks: Level[];
  };
  /** The side of the book that the fill was made at: a buyer pays the ask, a seller gets the bid. */
  bookSide: Wire["BookSide"];
  /** Milliseconds from the tick's arrival to the fill. */
  tickToFill: number;
  rules: { feeTable: string; version: string };
  fees: (Fee & { terms: FeeTerms | null })[];
  journal: { id: string; postings: Posting[] };
  paper: boolean;
  /** As the server sent it. */
  original: object;
}

const SIDES: Record<Wire["Direction"], Side> = { 0: "buy", 1: "sell" };
const TYPES: Record<Wire["OrderType"], OrderType> = { 0: "market", 1: "limit" };

/** The number that the API and published addresses have for a side. */
export const encodeSide = (side: Side): Wire["Direction"] => (side === "buy" ? 0 : 1);
export const decodeSide = (direction: Wire["Direction"]): Side => SIDES[direction];
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

export const decodeReceipt = (wire: Wire["Receipt"]): Receipt => ({
  fill: decodeFill(wire.fill),
  order: decodeReceiptOrder(wire.order),
  tick: decodeReceiptTick(wire.tick),
  bookSide: wire.side,
  tickToFill: wire.tickToFillMs,
  rules: wire.rules,
  fees: wire.fees.map(({ terms, ...fee }) => ({
    ...fee,
    terms: terms ? { ...terms, maximum: terms.maximum ?? null } : null,
  })),
  journal: wire.journal,
  paper: wire.paper,
  original: wire,
});

const decodeReceiptOrder = (wire: Wire["ReceiptOrder"]): Receipt["order"] => ({
  id: wire.id,
  type: TYPES[wire.orderType],
  limitPrice: wire.price ?? null,
  quantity: wire.quantity,
  timeInForce: wire.timeInForce,
  placedAt: moment(wire.createTimeTimestamp),
  filledBefore: {
    quantity: wire.filledBefore.quantity,
    value: wire.filledBefore.amount,
    fee: wire.filledBefore.fee,
  },
});

const decodeReceiptTick = (wire: Wire["ReceiptTick"]): Receipt["tick"] => ({
  feed: wire.feed,
  epoch: wire.epoch,
  number: wire.seq,
  at: moment(wire.exchangeTimestamp),
  receivedAt: moment(wire.receivedTimestamp),
  bid: wire.bid ?? null,
  ask: wire.ask ?? null,
  bidSize: wire.bidSize ?? null,
  askSize: wire.askSize ?? null,
  bids: wire.bids,
  asks: wire.asks,
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
