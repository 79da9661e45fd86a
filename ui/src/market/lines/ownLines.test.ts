import { describe, expect, it } from "vitest";
import type { Order } from "@/api/orders";
import type { OwnPosition } from "@/api/positions";
import { linesOf } from "./ownLines";

const APPLE = { symbol: "AAPL", market: "UsStock" };
const order = (own: Partial<Order>) =>
  ({
    ...{ ...APPLE, id: "1", side: "sell", position: "long", quantity: "10", filled: "4" },
    ...{ prices: { type: "limit", limitPrice: "240.00" }, triggered: false, legs: [] },
    ...own,
  }) as unknown as Order;
const position = (own: Partial<OwnPosition>) =>
  ({
    ...{ id: "7", side: "long", quantity: "10", averagePrice: "200", margin: null },
    ...own,
  }) as OwnPosition;
const drawn = (orders: Order[], positions: OwnPosition[] = []) =>
  linesOf(orders, positions, APPLE).map(({ id, kind, price, moves }) => ({
    ...{ id, kind, price, moves },
  }));

describe("the lines of orders", () => {
  it("are those of the instrument alone, with what is still to be filled", () => {
    const orders = [
      order({}),
      order({ id: "2", symbol: "MSFT" }),
      order({ id: "3", market: "HK" }),
      order({ id: "4", prices: { type: "market" } }),
    ];
    expect(linesOf(orders, [], APPLE)).toMatchObject([
      { id: "1 limit", kind: "limit", price: "240.00", quantity: "6", moves: "limitPrice" },
    ]);
  });

  it("are two of a stop limit order, until its stop is reached", () => {
    const prices = { type: "stopLimit", stopPrice: "190.00", limitPrice: "189.00" } as const;
    const limit = { id: "1 limit", kind: "limit", price: "189.00", moves: "limitPrice" };
    expect(drawn([order({ prices })])).toEqual([
      { id: "1 stop", kind: "stop", price: "190.00", moves: "stopPrice" },
      limit,
    ]);
    expect(drawn([order({ prices, triggered: true })])).toEqual([limit]);
  });

  it("are none of a stop that has become a market order", () => {
    const prices = { type: "stop", stopPrice: "190.00" } as const;
    expect(drawn([order({ prices, triggered: true })])).toEqual([]);
  });

  it("stay for a trailing stop, which moves with the market, and begin where its stop is known", () => {
    const trail = { amount: "5" };
    const prices = { type: "trailingStop", trail, stopPrice: "191.00" } as const;
    expect(drawn([order({ prices })])).toEqual([
      { id: "1 stop", kind: "trailingStop", price: "191.00", moves: null },
    ]);
    expect(drawn([order({ prices: { type: "trailingStop", trail } })])).toEqual([]);
  });

  it("say which leg of a position an order is", () => {
    const leg = (id: string, prices: Order["prices"]) => {
      const legs = [
        { id: "2", kind: "takeProfit" },
        { id: "3", kind: "stopLoss" },
      ] as const;
      return order({ id, prices, legs });
    };
    const legs = [
      leg("2", { type: "limit", limitPrice: "250.00" }),
      leg("3", { type: "stopLimit", stopPrice: "190.00", limitPrice: "189.50" }),
    ];
    expect(drawn(legs)).toEqual([
      { id: "2 limit", kind: "takeProfit", price: "250.00", moves: "limitPrice" },
      { id: "3 stop", kind: "stopLoss", price: "190.00", moves: "stopPrice" },
      { id: "3 limit", kind: "limit", price: "189.50", moves: "limitPrice" },
    ]);
    // The entry of the group is no leg of it.
    expect(drawn([leg("1", { type: "limit", limitPrice: "200.00" })])).toMatchObject([
      { kind: "limit" },
    ]);
  });

  it("know the position that an order closes, and none for one that opens", () => {
    const [long, short] = [position({}), position({ id: "8", side: "short" })];
    const orders = [
      order({}),
      order({ id: "2", side: "buy", position: "short" }),
      order({ id: "3", side: "buy" }),
    ];
    const lines = linesOf(orders, [short, long], APPLE).filter((line) => line.order);
    expect(lines.map((line) => line.position?.id)).toEqual(["7", "8", undefined]);
  });
});

it("draws where a position began, and where the house would close it", () => {
  expect(
    drawn([], [position({ margin: { liquidationPrice: "150" } }), position({ id: "8" })]),
  ).toEqual([
    { id: "7 entry", kind: "entry", price: "200", moves: null },
    { id: "7 end", kind: "liquidation", price: "150", moves: null },
    { id: "8 entry", kind: "entry", price: "200", moves: null },
  ]);
});
