import { decodeInstrument, type Instrument } from "./market";
import { decodePage } from "./paging";
import { moment, type Wire } from "./wire";

export type PositionSide = "long" | "short";

/** What the customer owns of an instrument. */
export interface Position extends Instrument {
  id: string;
  side: PositionSide;
  quantity: string;
  /** What open orders have not set aside. */
  available: string;
  averagePrice: string;
  /** What the open quantity cost, fees included. */
  cost: string;
  /** Fees paid since it was opened. */
  fee: string;
  currency: string;
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

/** A sale and what it brought. */
export interface ClosedTrade extends Instrument {
  fillId: string;
  quantity: string;
  /** What was sold had cost this much, fees included. */
  averageCost: string;
  price: string;
  /** What the sale itself cost; the profit is after it. */
  fee: string;
  profit: string;
  profitPercent: string;
  currency: string;
  closedAt: number;
}

const SIDES: Record<Wire["PositionSide"], PositionSide> = { 0: "long", 1: "short" };

export const decodePosition = (wire: Wire["PositionRow"]): Position => ({
  ...decodeInstrument(wire),
  id: wire.id,
  side: SIDES[wire.direction],
  quantity: wire.positionNum,
  available: wire.availableNum,
  averagePrice: wire.avgPrice,
  cost: wire.isolatedPosition,
  fee: wire.fee,
  currency: wire.currency,
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
