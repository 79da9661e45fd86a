import { describe, expect, it } from "vitest";
import { decodeCost } from "./costs";
import {
  type Amendment,
  decodeAmendment,
  decodeFill,
  decodeNewOrder,
  decodeOrder,
  decodeOrderState,
  decodePushedOrder,
  encodeAmendment,
  encodeOrder,
  encodeSizing,
  type NewOrder,
  type OrderStatus,
} from "./orders";
import { decodeReceipt } from "./receipt";
import type { Wire } from "./wire";

const state: Wire["OrderReply"] = {
  id: "9",
  orderType: 1,
  status: 3,
  reason: null,
  quantity: "10",
  filledQuantity: "4",
  triggered: false,
  price: "180.05",
  avgPrice: "180.01",
  fee: "0.02",
  legs: [],
  held: { amount: "1080.30", currency: "USD" },
  version: 2,
};

const row: Wire["OrderRow"] = {
  ...state,
  stock_code: "AAPL",
  market: "UsStock",
  source: 0,
  direction: 1,
  orderType: 1,
  timeInForce: "gtc",
  extendedHours: false,
  createTimeTimestamp: "1795241000000",
  modifyTimeTimestamp: "1795241000500",
  positionDirection: 0,
  leverage: "1",
  currency: "USD",
  priceCurrency: "USD",
  expireTimestamp: null,
};

const fill: Wire["FillRow"] = {
  id: "77",
  orderId: "9",
  stock_code: "AAPL",
  name: "Apple",
  market: "UsStock",
  source: 0,
  direction: 1,
  positionDirection: 0,
  priceCurrency: "USD",
  quantity: "4",
  price: "180.01",
  multiplier: "1",
  amount: "720.04",
  fee: "0.02",
  liquidity: "maker",
  profit: "12.00",
  currency: "USD",
  createTimeTimestamp: "1795241000318",
};

describe("an order", () => {
  it.each<[Wire["OrderStatus"], Wire["CloseReason"] | null, OrderStatus]>([
    [0, null, "working"],
    [1, null, "filled"],
    [3, null, "partlyFilled"],
    [2, "cancelled_by_customer", "cancelled"],
    [2, "expired", "expired"],
    [2, "insufficient_funds", "rejected"],
    [2, "liquidated", "cancelled"],
    [2, "stop_loss", "cancelled"],
    [2, null, "cancelled"],
    [2, "of a newer server" as Wire["CloseReason"], "cancelled"],
  ])("of status %i and reason %s is %s", (status, reason, expected) =>
    expect(decodeOrderState({ ...state, status, reason }).status).toBe(expected),
  );

  it("keeps the reason of its end where that is known here", () => {
    const reasonOf = (reason: string | null) =>
      decodeOrderState({ ...state, reason: reason as Wire["CloseReason"] }).reason;
    expect(reasonOf("expired")).toBe("expired");
    expect(reasonOf("of a newer server")).toBeNull();
    expect(reasonOf(null)).toBeNull();
  });

  it("has the stop where it stands now, and its distance", () => {
    const trailing: Wire["OrderReply"] = {
      ...{ ...state, orderType: 4 },
      ...{ stopPrice: "99.00", trailPrice: "101.00" },
    };
    const read = (wire: Wire["OrderReply"]) => decodeOrderState(wire).prices;
    expect(read({ ...trailing, trailAmount: "1.00" })).toEqual({
      type: "trailingStop",
      stopPrice: "101.00",
      trail: { amount: "1.00" },
    });
    expect(read({ ...trailing, trailPercent: "0.50" })).toEqual({
      type: "trailingStop",
      stopPrice: "101.00",
      trail: { percent: "0.50" },
    });
    expect(read({ ...state, orderType: 2, price: null, stopPrice: "99.00" })).toEqual({
      type: "stop",
      stopPrice: "99.00",
    });
    expect(read({ ...state, orderType: 3, stopPrice: "99.00" })).toEqual({
      type: "stopLimit",
      stopPrice: "99.00",
      limitPrice: "180.05",
    });
    expect(read({ ...state, orderType: 0, price: null })).toEqual({ type: "market" });
  });

  it("has the legs of its group and the moment of its trigger; a kept reply of before groups has none", () => {
    const legs = [{ id: "10", kind: "takeProfit" as const }];
    const triggered = { triggered: true, triggeredTimestamp: "1795241000100" };
    expect(decodeOrderState({ ...state, ...triggered, groupId: "8", legs })).toMatchObject({
      ...{ groupId: "8", legs, triggeredAt: 1_795_241_000_100 },
    });
    const { legs: _, ...kept } = state;
    expect(decodeOrderState(kept as Wire["OrderReply"])).toMatchObject({ groupId: null, legs: [] });
  });

  it.each<[Omit<Amendment, "id">, object]>([
    [{ limitPrice: "181.00" }, { price: "181.00" }],
    [
      { stopPrice: "99.00", quantity: "8" },
      { stopPrice: "99.00", quantity: "8" },
    ],
    [{ trail: { percent: "1" } }, { trailPercent: "1" }],
    [{ trail: { amount: "2" } }, { trailAmount: "2" }],
    [{ lasting: { timeInForce: "gtc" } }, { timeInForce: "gtc" }],
    [
      { lasting: { timeInForce: "gtd", expireDate: "2026-12-18" } },
      { timeInForce: "gtd", expireDate: "2026-12-18" },
    ],
  ])("is changed by %o, which is read as it was written", (changes, wire) => {
    expect(encodeAmendment({ id: "9", ...changes })).toEqual({ id: "9", ...wire });
    expect(decodeAmendment({ id: "9", ...wire })).toEqual({ id: "9", ...changes });
  });

  it("is read with its terms, its name where the wire has one", () => {
    const order = {
      id: "9",
      status: "partlyFilled",
      reason: null,
      quantity: "10",
      filled: "4",
      prices: { type: "limit", limitPrice: "180.05" },
      triggered: false,
      triggeredAt: null,
      groupId: null,
      legs: [],
      clientOrderId: null,
      averagePrice: "180.01",
      fee: "0.02",
      held: { amount: "1080.30", currency: "USD" },
      version: 2,
      symbol: "AAPL",
      market: "UsStock",
      assetClass: "usStock",
      side: "sell",
      position: "long",
      currency: "USD",
      priceCurrency: "USD",
      leverage: "1",
      timeInForce: "gtc",
      extendedHours: false,
      placedAt: 1_795_241_000_000,
      updatedAt: 1_795_241_000_500,
      expiresAt: null,
    };
    expect(decodePushedOrder(row)).toEqual(order);
    expect(decodeOrder({ ...row, name: "Apple" })).toEqual({ ...order, name: "Apple" });
  });

  const apple = { symbol: "AAPL", market: "UsStock" } as const;
  const bought = { stockCode: "AAPL", market: "UsStock", direction: 0 };
  const ten = { quantity: "10" };

  it.each<[Omit<NewOrder, "symbol" | "market" | "side">, object]>([
    [
      { terms: { type: "market" }, size: ten },
      { orderType: 0, ...ten },
    ],
    [
      { terms: { type: "market", timeInForce: "fok" }, size: ten },
      { orderType: 0, timeInForce: "fok", ...ten },
    ],
    [
      { terms: { type: "limit", limitPrice: "180.05", timeInForce: "gtc" }, size: ten },
      { orderType: 1, price: "180.05", timeInForce: "gtc", ...ten },
    ],
    [
      {
        terms: {
          ...{ type: "limit", limitPrice: "180.05", timeInForce: "day" },
          extendedHours: true,
        },
        size: { amount: "1000.00" },
      },
      {
        ...{ orderType: 1, price: "180.05", timeInForce: "day" },
        ...{ extendedHours: true, amount: "1000.00" },
      },
    ],
    [
      { terms: { type: "limit", limitPrice: "180.05", timeInForce: "ioc" }, size: ten },
      { orderType: 1, price: "180.05", timeInForce: "ioc", ...ten },
    ],
    [
      {
        terms: {
          ...{ type: "stop", stopPrice: "190.00" },
          ...{ timeInForce: "gtd", expireDate: "2026-12-31" },
        },
        size: ten,
      },
      {
        ...{ orderType: 2, stopPrice: "190.00", timeInForce: "gtd", expireDate: "2026-12-31" },
        ...ten,
      },
    ],
    [
      {
        terms: {
          ...{ type: "stopLimit", stopPrice: "190.00", limitPrice: "190.50" },
          timeInForce: "day",
        },
        size: ten,
      },
      { orderType: 3, stopPrice: "190.00", price: "190.50", timeInForce: "day", ...ten },
    ],
    [
      { terms: { type: "trailingStop", trail: { amount: "1.50" }, timeInForce: "gtc" }, size: ten },
      { orderType: 4, trailAmount: "1.50", timeInForce: "gtc", ...ten },
    ],
    [
      { terms: { type: "trailingStop", trail: { percent: "0.5" }, timeInForce: "day" }, size: ten },
      { orderType: 4, trailPercent: "0.5", timeInForce: "day", ...ten },
    ],
    [
      {
        ...{ terms: { type: "market" }, size: ten, takeProfit: "200.00" },
        stopLoss: { stopPrice: "170.00", limitPrice: "169.00" },
      },
      {
        ...{ orderType: 0, ...ten, takeProfit: { price: "200.00" } },
        stopLoss: { stopPrice: "170.00", price: "169.00" },
      },
    ],
    [
      { terms: { type: "market" }, size: ten, stopLoss: { stopPrice: "170.00" } },
      { orderType: 0, ...ten, stopLoss: { stopPrice: "170.00" } },
    ],
  ])("that is asked for is written, and read back: %o", (part, wire) => {
    const order: NewOrder = { ...apple, side: "buy", ...part };
    expect(encodeOrder(order)).toEqual({ ...bought, ...wire });
    expect(decodeNewOrder(encodeOrder(order), "Elsewhere")).toEqual(order);
  });

  it("that sells is written as such", () => {
    const order: NewOrder = { ...apple, side: "sell", terms: { type: "market" }, size: ten };
    expect(encodeOrder(order)).toEqual({ ...bought, direction: 1, orderType: 0, ...ten });
    expect(decodeNewOrder(encodeOrder(order), "UsStock")).toEqual(order);
  });

  it("for a pair names the position that it opens, and its leverage", () => {
    const order: NewOrder = {
      ...{ symbol: "EURUSD", market: "Forex", side: "sell", terms: { type: "market" } },
      ...{ size: { quantity: "10000" }, leverage: "20" },
    };
    const wire = {
      ...{ stockCode: "EURUSD", market: "Forex" },
      ...{ direction: 1, orderType: 0, quantity: "10000", leverage: "20" },
    };
    expect(encodeOrder(order)).toEqual(wire);
    expect(decodeNewOrder(encodeOrder(order), "Forex")).toEqual(order);
  });

  it("on margin is told with its position and leverage", () => {
    const short = { direction: 1, positionDirection: 1, leverage: "20", market: "Forex" } as const;
    expect(decodePushedOrder({ ...row, ...short })).toMatchObject({
      ...{ side: "sell", position: "short", leverage: "20", assetClass: "forex" },
    });
  });

  it("costs on margin what the card has of it", () => {
    const card: Wire["CostReply"] = {
      ...{ quantity: "100000", price: "1.085", notional: "108500.00", fees: [], feeTotal: "0.00" },
      ...{ total: "3616.67", currency: "USD", priceCurrency: "USD", heldAmount: "0.00" },
      ...{ buyingPower: "5000.00", buyingPowerAfter: "1383.33", ruleVersion: "2026-01-01" },
      margin: {
        ...{ isolatedPosition: "3616.67", leverage: "30", pipValue: "10.00", spreadCost: "13.00" },
        ...{ nightFinancing: "-7.12", liquidationPrice: "1.06691665" },
      },
    };
    expect(decodeCost(card)).toMatchObject({
      total: "3616.67",
      margin: {
        ...{ margin: "3616.67", leverage: "30", pipValue: "10.00", spread: "13.00" },
        ...{ financing: "-7.12", liquidationPrice: "1.06691665" },
      },
    });
    expect(decodeCost({ ...card, margin: null }).margin).toBeNull();
  });

  it("is sized by a share of what is possible", () => {
    const order = { symbol: "AAPL", market: "UsStock", side: "buy", limitPrice: "9" } as const;
    expect(encodeSizing(order, "half")).toEqual({
      ...{ stockCode: "AAPL", market: "UsStock", direction: 0, price: "9", size: "half" },
    });
  });
});

it("reads a fill", () =>
  expect(decodeFill(fill)).toEqual({
    id: "77",
    orderId: "9",
    symbol: "AAPL",
    name: "Apple",
    market: "UsStock",
    assetClass: "usStock",
    side: "sell",
    position: "long",
    quantity: "4",
    price: "180.01",
    multiplier: "1",
    value: "720.04",
    priceCurrency: "USD",
    fee: "0.02",
    liquidity: "maker",
    profit: "12.00",
    currency: "USD",
    filledAt: 1_795_241_000_318,
  }));

it("reads a receipt, and keeps it as it was sent", () => {
  const wire: Wire["Receipt"] = {
    fill,
    order: {
      id: "9",
      orderType: 0,
      price: null,
      quantity: "10",
      timeInForce: "day",
      createTimeTimestamp: "1795241000000",
      filledBefore: { quantity: "1", amount: "2.00", makerAmount: "0.50", fee: "0.00" },
    },
    priceSource: "tick",
    tick: {
      ...{ feed: "sim:7", epoch: "1", seq: "12", last: "180.01", session: "regular" },
      ...{ exchangeTimestamp: "5", receivedTimestamp: "6" },
      ...{ bid: "180.01", bids: [{ price: "180.01", size: "9" }], asks: [] },
    },
    side: "bid",
    tickToFillMs: 3,
    rules: { feeTable: "us-stock", version: "2026-04-04", effectiveFrom: "2026-04-04" },
    fees: [{ name: "sec", amount: "0.02", rule: "r" }],
    journal: { id: "10", kind: "trade_sell", createTimeTimestamp: "7", postings: [] },
    paper: true,
  };
  const receipt = decodeReceipt(wire);
  expect(receipt).toMatchObject({
    fill: { value: "720.04" },
    order: {
      type: "market",
      limitPrice: null,
      filledBefore: { quantity: "1", value: "2.00", makerValue: "0.50", fee: "0.00" },
    },
    priceSource: "tick",
    tick: { number: "12", at: 5, receivedAt: 6, bid: "180.01", ask: null },
    bookSide: "bid",
    tickToFill: 3,
    fees: [{ name: "sec", terms: null }],
  });
  expect(receipt.original).toBe(wire);
});
