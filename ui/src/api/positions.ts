import { decodeFutureHolding, type FutureHolding } from "./futureRows";
import { classOf, decodeInstrument, type Instrument } from "./market";
import { decodeLegs, encodeLegs, type Legs } from "./orderTerms";
import { decodePage } from "./paging";
import { moment, type Wire } from "./wire";

export type PositionSide = "long" | "short";

/** Data of a position on margin. */
export interface PositionMargin {
  /** Null where the customer does not choose it. */
  leverage: string | null;
  /** The price at which it could be closed now; null before the first tick. */
  mark: string | null;
  /** The price at which the house closes half of it, and then all; null if no price would. */
  liquidationPrice: string | null;
  /** Its margin plus profit, in percent of the first margin at its leverage. At 50 the house closes. */
  level: string | null;
  /** What can be taken back of it now; null before the first tick. */
  removable: string | null;
}

/** A customer's holding of an instrument, owned or on margin. */
export interface Position extends Instrument {
  id: string;
  side: PositionSide;
  quantity: string;
  /** The quantity that no order but legs has set aside. */
  available: string;
  averagePrice: string;
  /** The value of one unit at a price of one. */
  multiplier: string;
  /**
   * The cost of the open quantity, fees included; on margin, the amount set aside for it, the most that it can lose.
   */
  cost: string;
  /** Null for owned holdings. */
  margin: PositionMargin | null;
  /** Only of futures. */
  future?: FutureHolding | undefined;
  /** The prices of the newest legs that protect it. */
  stopLoss: string | null;
  takeProfit: string | null;
  /** Fees paid since it was opened. */
  fee: string;
  /** The account currency, for its cost, fee and profit. */
  currency: string;
  /** The currency of prices and of the market value. */
  priceCurrency: string;
  /** The server's latest price; null before the first tick. */
  price: string | null;
  marketValue: string | null;
  profit: string | null;
  profitPercent: string | null;
  todayProfit: string | null;
  openedAt: number;
  updatedAt: number;
  version: number;
}

/** What the profit of a close depends on. */
export interface Closing
  extends Pick<
    Position,
    "side" | "quantity" | "averagePrice" | "cost" | "multiplier" | "priceCurrency" | "currency"
  > {
  /** Null for owned holdings. */
  margin: object | null;
}

/** The part of a position that its chart shows; its marks, which change all the time, are left out. */
export interface OwnPosition extends Closing {
  id: string;
  /** Null for owned holdings. */
  margin: Pick<PositionMargin, "liquidationPrice"> | null;
}

/** A position as it is pushed. A quantity of zero means that it is closed. */
export type PositionChange = Pick<
  Position,
  | "id"
  | "version"
  | "symbol"
  | "market"
  | "side"
  | "quantity"
  | "available"
  | "averagePrice"
  | "cost"
>;

/** The held quantity of an instrument; zeros and no position if there is none. */
export interface Holding {
  positionId: string | null;
  quantity: string;
  available: string;
}

/** A close and its result. */
export interface ClosedTrade extends Instrument {
  fillId: string;
  /** The closed side. */
  side: PositionSide;
  quantity: string;
  /** The average cost of the closed quantity, fees included if it was owned. */
  averageCost: string;
  price: string;
  /** The fee of the close itself; the profit is after it. */
  fee: string;
  profit: string;
  profitPercent: string;
  currency: string;
  closedAt: number;
}

const SIDES: Record<Wire["PositionSide"], PositionSide> = { 0: "long", 1: "short" };

/** The side of the requested position. */
export const encodePositionSide = (side: PositionSide) => ({
  direction: side === "long" ? (0 as const) : (1 as const),
});

export const decodePositionSide = (direction: Wire["PositionSide"]): PositionSide =>
  SIDES[direction];

const isFuture = ({ market }: Pick<Wire["PositionRow"], "market">) => classOf(market) === "future";

/** Reads the fields that only a position on margin has. */
const decodeMargin = (wire: Wire["PositionRow"]): PositionMargin | null =>
  wire.leverage == null && !isFuture(wire)
    ? null
    : {
        leverage: isFuture(wire) ? null : (wire.leverage ?? null),
        mark: wire.markPrice ?? null,
        liquidationPrice: wire.liquidationPrice ?? null,
        level: wire.marginLevel ?? null,
        removable: wire.removableMargin ?? null,
      };

export const decodePosition = (wire: Wire["PositionRow"]): Position => ({
  ...decodeInstrument(wire),
  id: wire.id,
  side: SIDES[wire.direction],
  quantity: wire.positionNum,
  available: wire.availableNum,
  averagePrice: wire.avgPrice,
  multiplier: wire.multiplier,
  cost: wire.isolatedPosition,
  margin: decodeMargin(wire),
  future: decodeFutureHolding(wire),
  stopLoss: wire.stopLoss ?? null,
  takeProfit: wire.takeProfit ?? null,
  fee: wire.fee,
  currency: wire.currency,
  priceCurrency: wire.priceCurrency,
  price: wire.price ?? null,
  marketValue: wire.marketValue ?? null,
  profit: wire.profit ?? null,
  profitPercent: wire.zdf ?? null,
  todayProfit: wire.todayProfit ?? null,
  openedAt: moment(wire.createTimeTimestamp),
  updatedAt: moment(wire.modifyTimeTimestamp),
  version: wire.version,
});

export const decodePositionPage = decodePage(decodePosition);

/** The fields of a position in its push events (docs/push.md). */
type PositionEvent = Pick<
  Wire["PositionRow"],
  | "id"
  | "version"
  | "stock_code"
  | "market"
  | "direction"
  | "positionNum"
  | "availableNum"
  | "avgPrice"
  | "isolatedPosition"
>;

/** Reads a position from a push. */
export function decodePositionChange(data: unknown): PositionChange {
  const wire = data as PositionEvent;
  return {
    id: wire.id,
    version: wire.version,
    symbol: wire.stock_code,
    market: wire.market,
    side: SIDES[wire.direction],
    quantity: wire.positionNum,
    available: wire.availableNum,
    averagePrice: wire.avgPrice,
    cost: wire.isolatedPosition,
  };
}

export const decodeHolding = (wire: Wire["Holding"]): Holding => ({
  positionId: wire.id ?? null,
  quantity: wire.positionNum,
  available: wire.availableNum,
});

export const decodeClosedTrade = (wire: Wire["ClosedRow"]): ClosedTrade => ({
  ...decodeInstrument(wire),
  fillId: wire.id,
  side: SIDES[wire.positionDirection],
  quantity: wire.positionNum,
  averageCost: wire.avgPrice,
  price: wire.price,
  fee: wire.fee,
  profit: wire.sellProfit,
  profitPercent: wire.zdf,
  currency: wire.currency,
  closedAt: moment(wire.createTimeTimestamp),
});

export const decodeClosedTradePage = decodePage(decodeClosedTrade);

/** A position on margin at a moment. Amounts are in `currency`. */
export interface MarginView {
  margin: string;
  currency: string;
  leverage: string;
  mark: string;
  /** Null if no price would liquidate it. */
  liquidationPrice: string | null;
  level: string;
}

/** The effect of a change of margin or leverage on a position. */
export interface MarginPreview {
  before: MarginView;
  after: MarginView;
  /** The error word with which the change would be refused now. */
  refusal: string | null;
}

const decodeMarginView = (wire: Wire["MarginView"]): MarginView => ({
  margin: wire.isolatedPosition,
  currency: wire.currency,
  leverage: wire.leverage,
  mark: wire.markPrice,
  liquidationPrice: wire.liquidationPrice ?? null,
  level: wire.marginLevel,
});

export const decodeMarginPreview = (wire: Wire["MarginPreviewReply"]): MarginPreview => ({
  before: decodeMarginView(wire.before),
  after: decodeMarginView(wire.after),
  refusal: wire.error ?? null,
});

/** The legs that protect a position from now on; an absent one is cleared. */
export interface Protection extends Legs {
  id: string;
}

export const encodeProtection = ({ id, ...legs }: Protection): Wire["ProtectRequest"] => ({
  id,
  ...encodeLegs(legs),
});

/** Reads a protection that `encodeProtection` has written, or an earlier release, which wrote prices as text. */
export function decodeProtection({ id, takeProfit, stopLoss }: Wire["ProtectRequest"]): Protection {
  const legs = decodeLegs({
    takeProfit: typeof takeProfit === "string" ? { price: takeProfit } : takeProfit,
    stopLoss: typeof stopLoss === "string" ? { stopPrice: stopLoss } : stopLoss,
  });
  return { id, ...legs };
}

/** The answer of calls that change a position's margin, leverage or protection. */
export interface ChangedPosition {
  id: string;
  cost: string;
  currency: string;
  leverage: string;
}

export const decodeChangedPosition = (wire: Wire["MarginPositionReply"]): ChangedPosition => ({
  id: wire.id,
  cost: wire.isolatedPosition,
  currency: wire.currency,
  leverage: wire.leverage,
});
