import type { Order, OrderDetail } from "@/api/orders";
import type { Wire } from "@/api/wire";

/** A working order to buy ten shares at a limit, and what a test says of it. */
export const orderOf = (own: Partial<Order> = {}): Order => ({
  ...{ id: "7", symbol: "AAPL", name: "Apple", market: "UsStock", assetClass: "usStock" },
  ...{ side: "buy", position: "long", currency: "USD", priceCurrency: "USD", leverage: "1" },
  ...{ quantity: "10", filled: "0", prices: { type: "limit", limitPrice: "180.00" } },
  ...{ triggered: false, triggeredAt: null, groupId: null, legs: [], clientOrderId: null },
  ...{ averagePrice: null, fee: "0.00", held: null, status: "working", reason: null },
  ...{ timeInForce: "gtc", extendedHours: false, expiresAt: null },
  ...{ placedAt: 1_795_190_534_318, updatedAt: 1_795_190_534_318, version: 2 },
  ...own,
});

export const detailOf = (own: Partial<OrderDetail> = {}): OrderDetail => ({
  ...orderOf(own),
  fills: [],
  ...own,
});

const LEGS = [
  { id: "8", kind: "takeProfit" as const },
  { id: "9", kind: "stopLoss" as const },
];
/** The part of an order that makes it one of a group of an entry (7), a take-profit (8) and a stop-loss (9). */
export const GROUP = { groupId: "6", legs: LEGS };

/** The legs of `GROUP`, which protect ten shares. */
export const takeProfitOf = (own: Partial<Order> = {}) =>
  orderOf({
    ...{ ...GROUP, id: "8", side: "sell", prices: { type: "limit", limitPrice: "240.00" } },
    ...own,
  });
export const stopLossOf = (own: Partial<Order> = {}) =>
  orderOf({
    ...{ ...GROUP, id: "9", side: "sell", prices: { type: "stop", stopPrice: "200.00" } },
    ...own,
  });

/** A working order in the wire's format. */
export const wireOrder = (own: Partial<Wire["NamedOrder"]> = {}): Wire["NamedOrder"] => ({
  ...{ id: "7", stock_code: "AAPL", name: "Apple", market: "UsStock", source: 0 },
  ...{ direction: 0, positionDirection: 0, orderType: 1, quantity: "10", filledQuantity: "0" },
  ...{ price: "180.00", avgPrice: null, fee: "0.00", status: 0, reason: null, triggered: false },
  ...{ legs: [], groupId: null, timeInForce: "gtc", extendedHours: false, leverage: "1" },
  ...{ currency: "USD", priceCurrency: "USD", expireTimestamp: null, version: 2 },
  ...{ createTimeTimestamp: "1795190534318", modifyTimeTimestamp: "1795190534318" },
  ...own,
});

/** The legs of a group in the wire's format, as `takeProfitOf` and `stopLossOf` are. */
export const wireLegs: Wire["NamedOrder"][] = [
  wireOrder({ id: "9", ...GROUP, direction: 1, orderType: 2, price: null, stopPrice: "200.00" }),
  wireOrder({ id: "8", ...GROUP, direction: 1, price: "240.00" }),
];

export const pageOf = (list: object[]) => ({
  list,
  page: { pageNum: 1, pageSize: 100, total: list.length },
});
