// @vitest-environment jsdom
import { beforeEach, expect, it } from "vitest";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { placeFuture, previewFuture, rollPosition } from "./futureTrading";
import { encodeOrder } from "./orders";
import { decodePosition } from "./positions";

const row = {
  ...({ source: 3, direction: 0, status: 0 } as const),
  ...{ id: "5", version: 3, stock_code: "ESZ26", market: "Future" },
  ...{ name: "E-mini S&P 500 Dec 2026", positionNum: "2", availableNum: "2", multiplier: "50" },
  ...{ avgPrice: "7544.25", isolatedPosition: "40000.00", fee: "4.50", currency: "USD" },
  ...{ priceCurrency: "USD", markPrice: "7572.50", price: "7572.75" },
  ...{ createTimeTimestamp: "1", modifyTimeTimestamp: "2" },
};
const end = {
  ...{ settledProfit: "1725.00", settlementPrice: "7561.50", marginCall: "397.68" },
  ...{ lastTradeDate: "2026-12-18", lastOpenDate: "2026-12-17", rollTo: "ESH27" },
  ...{ cashSettled: true, marginRefill: false, removableMargin: "0.00" },
};

it("reads a position in a future as one on margin without leverage, with its end", () => {
  const position = decodePosition({ ...row, ...end });
  expect(position.margin).toEqual({
    ...{ leverage: null, mark: "7572.50", liquidationPrice: null, level: null },
    removable: "0.00",
  });
  expect(position.future).toEqual({
    ...{ settledProfit: "1725.00", settlementPrice: "7561.50", rollTo: "ESH27" },
    ...{ lastTradeDay: "2026-12-18", lastOpenDay: "2026-12-17", maintenance: null },
    ...{ isCashSettled: true, marginCall: "397.68", refills: false },
  });
});

it("reads one of a contract without a further month and before its first settlement", () => {
  const { future } = decodePosition({
    ...row,
    ...{ lastTradeDate: "2026-12-18", lastOpenDate: "2026-12-18", settledProfit: "0.00" },
    ...{ rollTo: null, settlementPrice: null },
  });
  expect(future).toMatchObject({ settledProfit: "0.00", settlementPrice: null, rollTo: null });
});

let host: FakePlatform;
let asked: { path: string; key: string | null; body: unknown };
const order = (id: string) => ({
  ...{ id, orderType: 0, status: 1, version: 1, quantity: "2", filledQuantity: "2", fee: "4.50" },
  ...{ avgPrice: "7572.50", triggered: false, reason: null, legs: [] },
});
let data: object;

beforeEach(() => {
  host = installPlatform("token");
  host.answer = async (request) => {
    asked = {
      path: new URL(request.url).pathname,
      key: request.headers.get("Idempotency-Key"),
      body: await request.json(),
    };
    return Response.json({ code: 200, msg: "", data });
  };
});

const body = encodeOrder({
  ...{ symbol: "ESZ26", market: "Future", side: "sell", size: { quantity: "2" } },
  terms: { type: "limit", limitPrice: "7580.00", timeInForce: "day" },
});

it("places an order for whole contracts without leverage", async () => {
  data = order("9");
  expect((await placeFuture(body, "key")).id).toBe("9");
  expect(asked).toEqual({
    ...{ path: "/gold/create", key: "key" },
    body: {
      ...{ stockCode: "ESZ26", market: "Future", direction: 1, orderType: 1, quantity: "2" },
      ...{ price: "7580.00", timeInForce: "day" },
    },
  });
});

it("reads both margins of an order's cost, and what is left to spend", async () => {
  data = {
    ...{ quantity: "2", price: "7572.75", notional: "757275.00", fees: [], feeTotal: "4.50" },
    ...{ heldAmount: "0.00", total: "40004.50", currency: "USD", priceCurrency: "USD" },
    ...{ buyingPower: "52310.00", buyingPowerAfter: "12305.50", error: "margin_called" },
    margin: { isolatedPosition: "40000.00", maintenanceMargin: "36000.00" },
  };
  const cost = await previewFuture(body, new AbortController().signal);
  expect(asked.path).toBe("/gold/preview");
  expect(cost.margin).toMatchObject({
    ...{ leverage: null, margin: "40000.00", maintenance: "36000.00", pipValue: null },
    ...{ spread: null, financing: null, liquidationPrice: null },
  });
  expect(cost).toMatchObject({ buyingPowerAfter: "12305.50", refusal: "margin_called" });
});

it("rolls a position by one call, which answers with both orders", async () => {
  data = { closed: order("9"), opened: order("10") };
  const { closed, opened } = await rollPosition({ id: "5", symbol: "ESH27" }, "key");
  expect([closed.id, opened?.id]).toEqual(["9", "10"]);
  expect(asked).toEqual({
    ...{ path: "/position/roll", key: "key", body: { id: "5", stockCode: "ESH27" } },
  });
});
