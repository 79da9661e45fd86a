import type { ComponentType } from "react";
import type { Instrument, Listing } from "@/api/market";
import type { LegKind, Order } from "@/api/orders";
import { limitOf, stopOf } from "@/api/orderTerms";
import type { OwnPosition } from "@/api/positions";
import { subtract } from "@/decimal";
import { opens } from "@/products/words";

/** What the lines over a chart know of its instrument. */
export interface Priced extends Pick<Instrument, "symbol" | "assetClass"> {
  priceDigits?: number;
  /** The base currency of a pair. */
  baseCurrency: string | null;
  tickSize: string;
  /** The last price; null before the first tick. */
  last: string | null;
}

/** What a line is the price of. */
export type LineKind =
  | "limit"
  | "stop"
  | "trailingStop"
  | "takeProfit"
  | "stopLoss"
  | "entry"
  | "liquidation";

/** A price of the customer's across the chart: one of an order, or one of a position. */
export interface OwnLine {
  /** A stop limit order has two lines. */
  id: string;
  kind: LineKind;
  price: string;
  /** What is still to be filled of the order, or what is held. */
  quantity: string;
  /** The order; null for a line of a position. */
  order: Order | null;
  /** The price of the order that the line changes when it is moved; null for a line that stays. */
  moves: "limitPrice" | "stopPrice" | null;
  /** The position that is held, or that the order closes; null for an order that opens one. */
  position: OwnPosition | null;
}

/** Reviews an order's change to a price that its line was dragged to. The orders have it: charts know no sheets. */
export type ReviewChange = ComponentType<{
  order: Order;
  initial: Partial<Record<NonNullable<OwnLine["moves"]>, string>>;
  onClose: () => void;
}>;

/** The stop of an order while it waits for it; a trailing one moves with the market alone. */
function stopLine(order: Order, leg: LegKind | null): Pick<OwnLine, "kind" | "moves"> | null {
  if (order.triggered || stopOf(order.prices) === null) return null;
  if (order.prices.type === "trailingStop") return { kind: "trailingStop", moves: null };
  return { kind: leg ?? "stop", moves: "stopPrice" };
}

function linesOfOrder(order: Order, positions: readonly OwnPosition[]): OwnLine[] {
  const { id, prices, quantity, filled } = order;
  const leg = order.legs.find((one) => one.id === id)?.kind ?? null;
  const closed = opens(order) ? undefined : positions.find(({ side }) => side === order.position);
  const of = { order, quantity: subtract(quantity, filled), position: closed ?? null };
  const [limit, stop, waits] = [limitOf(prices), stopOf(prices), stopLine(order, leg)];
  return [
    ...(waits && stop !== null ? [{ ...of, ...waits, id: `${id} stop`, price: stop }] : []),
    ...(limit === null
      ? []
      : [
          {
            ...of,
            id: `${id} limit`,
            // The limit of a stop-loss is not what takes a profit.
            kind: leg === "takeProfit" ? leg : ("limit" as const),
            price: limit,
            moves: "limitPrice" as const,
          },
        ]),
  ];
}

function linesOfPosition(position: OwnPosition): OwnLine[] {
  const { id, quantity, averagePrice, margin } = position;
  const liquidationPrice = margin?.liquidationPrice ?? null;
  const of = { quantity, position, order: null, moves: null };
  return [
    { ...of, id: `${id} entry`, kind: "entry", price: averagePrice },
    ...(liquidationPrice === null
      ? []
      : [{ ...of, id: `${id} end`, kind: "liquidation" as const, price: liquidationPrice }]),
  ];
}

/** The lines of an instrument's working orders, and of the positions in it. An order at the market has none. */
export const linesOf = (
  orders: readonly Order[],
  positions: readonly OwnPosition[],
  { symbol, market }: Listing,
): OwnLine[] => [
  ...orders
    .filter((order) => order.symbol === symbol && order.market === market)
    .flatMap((order) => linesOfOrder(order, positions)),
  ...positions.flatMap(linesOfPosition),
];
