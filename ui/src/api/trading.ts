/**
 * The calls that trade, kept by hand until the server's OpenAPI document generates schema.d.ts.
 * Money, prices, quantities and percentages are decimal strings; …Timestamp is Unix milliseconds.
 */
import type { Paged, PageQuery, Post } from "./contract";

/** 0 buys, 1 sells. */
export type Direction = 0 | 1;
/** 0 takes the market's price, 1 sets a limit. */
export type OrderType = 0 | 1;
export type TimeInForce = "day" | "gtc";
/** Half or all of what is possible, or a percentage of it. */
export type Size = "25" | "half" | "75" | "full";

export interface OrderBody {
  stockCode: string;
  market: string;
  direction: Direction;
  orderType: OrderType;
  /** The limit; left out of a market order. */
  price?: string;
  quantity: string;
  timeInForce?: TimeInForce;
}

export interface Order {
  id: string;
  /** 0 working, 1 filled, 2 ended without being filled, 3 partially filled. */
  status: number;
  reason: string | null;
  filledQuantity: string;
  avgPrice: string | null;
  fee: string;
  quantity: string;
  price: string | null;
  held: { amount: string; currency: string } | null;
  version: number;
}

/** An order in lists, and as the push socket tells it (there without its name). */
export interface OrderRow extends Order {
  stock_code: string;
  name: string;
  market: string;
  source: number;
  direction: number;
  orderType: number;
  timeInForce: string;
  createTimeTimestamp: string;
  expireTimestamp: string | null;
}

export interface FeeLine {
  name: string;
  amount: string;
  rule: string;
}

export interface Preview {
  quantity: string;
  price: string;
  notional: string;
  fees: FeeLine[];
  feeTotal: string;
  total: string;
  currency: string;
  heldAmount: string;
  buyingPower: string;
  buyingPowerAfter: string;
  ruleVersion: string;
  bid: string | null;
  ask: string | null;
  tickSeq: string | null;
  error: string | null;
}

export interface FillRow {
  id: string;
  orderId: string;
  stock_code: string;
  name: string;
  market: string;
  source: number;
  direction: number;
  quantity: string;
  price: string;
  amount: string;
  fee: string;
  profit: string | null;
  currency: string;
  createTimeTimestamp: string;
}

export interface OrderDetail extends OrderRow {
  fills: FillRow[];
}

export interface ClosedRow {
  /** The fill's id. */
  id: string;
  orderId: string;
  stock_code: string;
  name: string;
  market: string;
  source: number;
  direction: number;
  positionNum: string;
  avgPrice: string;
  price: string;
  sellProfit: string;
  zdf: string;
  fee: string;
  currency: string;
  createTimeTimestamp: string;
}

export interface BookLevel {
  price: string;
  size: string;
}

export interface Receipt {
  fill: FillRow;
  order: {
    id: string;
    orderType: number;
    price: string | null;
    quantity: string;
    timeInForce: string;
    createTimeTimestamp: string;
  };
  tick: {
    feed: string;
    seq: string;
    exchangeTimestamp: string;
    receivedTimestamp: string;
    bid: string | null;
    ask: string | null;
    bidSize: string | null;
    askSize: string | null;
    /** The book then, best first. */
    bids: BookLevel[];
    asks: BookLevel[];
    last: string;
    session: string;
  };
  /** The side of the book that was paid: a buyer pays the ask, a seller gets the bid. */
  side: string;
  tickToFillMs: number;
  rules: { feeTable: string; version: string; effectiveFrom: string };
  fees: FeeLine[];
  journal: {
    id: string;
    kind: string;
    createTimeTimestamp: string;
    postings: { account: string; currency: string; amount: string }[];
  };
  paper: boolean;
}

/** What is held of an instrument; zeros and a null id where nothing is. */
export interface Holding {
  id: string | null;
  positionNum: string;
  availableNum: string;
  isolatedPosition: string;
}

interface Instrument {
  stockCode: string;
  market?: string;
  direction: Direction;
}

export interface TradingPaths {
  "/stock/create": Post<OrderBody, Order>;
  "/stock/preview": Post<OrderBody, Preview>;
  "/orders/cancel": Post<{ id: string }, Order>;
  "/orders/detail": Post<{ id: string }, OrderDetail>;
  "/orders/receipt": Post<{ fillId: string }, Receipt>;
  "/position/consignList": Post<PageQuery & { source?: number }, Paged<OrderRow>>;
  "/position/flatList": Post<PageQuery & { source?: number }, Paged<ClosedRow>>;
  "/position/water/pageList": Post<
    PageQuery & { source?: number; stockCode?: string; market?: string },
    Paged<FillRow>
  >;
  "/position/getByStock": Post<Instrument, Holding>;
  "/wallet/getWalletBalance": Post<{ walletType: string }, { availableBalance: string }>;
  "/position/flatPosition": Post<{ id: string; quantity?: string; size?: Size }, Order>;
  "/position/getHalfOrFullNum": Post<
    Instrument & { price?: string; size: Size },
    { quantity: string }
  >;
}
