import { decodeInstrument, type Instrument } from "./market";
import { decodePage } from "./paging";
import { moment, type Wire } from "./wire";

export type PositionSide = "long" | "short";

/** What only a position on margin has. */
export interface PositionMargin {
  leverage: string;
  /** The price at which it would be closed now; null before the first tick. */
  mark: string | null;
  /** Where the house closes half of it, and then all; null where no price is that bad. */
  liquidationPrice: string | null;
  /** Its margin and profit, in percent of what its leverage asked for at first. At 50 the house closes. */
  level: string | null;
  /** Where it is closed as the customer has asked. */
  stopLoss: string | null;
  takeProfit: string | null;
}

/** What the customer owns of an instrument, or holds of it on margin. */
export interface Position extends Instrument {
  id: string;
  side: PositionSide;
  quantity: string;
  /** What open orders have not set aside. */
  available: string;
  averagePrice: string;
  /** What the open quantity cost, fees included; on margin, what is set aside for it and most that it can lose. */
  cost: string;
  /** Null of what is owned. */
  margin: PositionMargin | null;
  /** Fees paid since it was opened. */
  fee: string;
  /** That of its cost, fee and profit: its account's. */
  currency: string;
  /** That of prices and of the market value. */
  priceCurrency: string;
  /** At the price that the server knew; null before the first tick. */
  price: string | null;
  marketValue: string | null;
  profit: string | null;
  profitPercent: string | null;
  todayProfit: string | null;
  openedAt: number;
  updatedAt: number;
  version: number;
}

/** A price at which a position is closed: by its customer's wish, or by the house. */
export interface PositionLevel {
  kind: "takeProfit" | "stopLoss" | "liquidation";
  side: PositionSide;
  price: string;
}

/** What the socket tells of a position. A quantity of zero means that it is closed. */
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

/** How much of an instrument is held; zeros and no position where nothing is. */
export interface Holding {
  positionId: string | null;
  quantity: string;
  available: string;
}

/** A close and what it brought. */
export interface ClosedTrade extends Instrument {
  fillId: string;
  /** What was closed. */
  side: PositionSide;
  quantity: string;
  /** What was closed had cost this much, fees included where it was owned. */
  averageCost: string;
  price: string;
  /** What the close itself cost; the profit is after it. */
  fee: string;
  profit: string;
  profitPercent: string;
  currency: string;
  closedAt: number;
}

const SIDES: Record<Wire["PositionSide"], PositionSide> = { 0: "long", 1: "short" };

/** Which position is asked for. */
export const encodePositionSide = (side: PositionSide) => ({
  direction: side === "long" ? (0 as const) : (1 as const),
});

export const decodePositionSide = (direction: Wire["PositionSide"]): PositionSide =>
  SIDES[direction];

/** What only a row of a position on margin has. */
const decodeMargin = (wire: Wire["PositionRow"]): PositionMargin | null =>
  wire.leverage == null
    ? null
    : {
        leverage: wire.leverage,
        mark: wire.markPrice ?? null,
        liquidationPrice: wire.liquidationPrice ?? null,
        level: wire.marginLevel ?? null,
        stopLoss: wire.stopLoss ?? null,
        takeProfit: wire.takeProfit ?? null,
      };

export const decodePosition = (wire: Wire["PositionRow"]): Position => ({
  ...decodeInstrument(wire),
  id: wire.id,
  side: SIDES[wire.direction],
  quantity: wire.positionNum,
  available: wire.availableNum,
  averagePrice: wire.avgPrice,
  cost: wire.isolatedPosition,
  margin: decodeMargin(wire),
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

/** The fields of a position that its events have (docs/push.md). */
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

/** Reads what the socket tells of a position. */
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
  /** Null where no price is that bad. */
  liquidationPrice: string | null;
  level: string;
}

/** What a change of its margin or its leverage would make of a position. */
export interface MarginPreview {
  before: MarginView;
  after: MarginView;
  /** The word of the refusal that the change would meet now. */
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

/** Where a position is to be closed at the market; what is absent is cleared. */
export interface Protection {
  id: string;
  stopLoss?: string;
  takeProfit?: string;
}

/** What the calls answer that change what is set aside for a position, its leverage or its protection. */
export interface ChangedPosition {
  id: string;
  cost: string;
  currency: string;
  leverage: string;
  stopLoss: string | null;
  takeProfit: string | null;
}

export const decodeChangedPosition = (wire: Wire["MarginPositionReply"]): ChangedPosition => ({
  id: wire.id,
  cost: wire.isolatedPosition,
  currency: wire.currency,
  leverage: wire.leverage,
  stopLoss: wire.stopLoss ?? null,
  takeProfit: wire.takeProfit ?? null,
});
