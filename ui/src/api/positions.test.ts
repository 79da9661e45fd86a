import { expect, it } from "vitest";
import {
  decodeClosedTrade,
  decodeHolding,
  decodeMarginPreview,
  decodePosition,
  decodePositionChange,
  decodeProtection,
  encodeProtection,
} from "./positions";

const event = {
  id: "5",
  version: 3,
  stock_code: "AAPL",
  market: "UsStock",
  source: 0,
  direction: 0,
  positionNum: "10",
  availableNum: "4",
  avgPrice: "221.40",
  isolatedPosition: "2214.00",
} as const;

const change = {
  id: "5",
  version: 3,
  symbol: "AAPL",
  market: "UsStock",
  side: "long",
  quantity: "10",
  available: "4",
  averagePrice: "221.40",
  cost: "2214.00",
};

it("reads of a change only what the socket tells, so that it can be laid over a position", () =>
  expect(decodePositionChange(event)).toEqual(change));

it("reads a position, with no figures before the first tick", () =>
  expect(
    decodePosition({
      ...event,
      multiplier: "50",
      name: "Apple",
      fee: "0.00",
      currency: "USD",
      priceCurrency: "USD",
      status: 0,
      zdf: "2.76",
      createTimeTimestamp: "1",
      modifyTimeTimestamp: "2",
    }),
  ).toEqual({
    ...change,
    multiplier: "50",
    name: "Apple",
    assetClass: "usStock",
    fee: "0.00",
    currency: "USD",
    priceCurrency: "USD",
    margin: null,
    stopLoss: null,
    takeProfit: null,
    price: null,
    marketValue: null,
    profit: null,
    profitPercent: "2.76",
    todayProfit: null,
    openedAt: 1,
    updatedAt: 2,
  }));

it("reads of a position on margin where it stands and where it ends", () =>
  expect(
    decodePosition({
      ...event,
      ...{ source: 2, direction: 1, name: "Euro", fee: "0.00", status: 0, multiplier: "1" },
      ...{ currency: "USD", priceCurrency: "JPY", isolatedPosition: "500.00", leverage: "20" },
      ...{ markPrice: "155.104", liquidationPrice: "158.9", marginLevel: "104.20" },
      removableMargin: "21.40",
      ...{ stopLoss: "157.000", createTimeTimestamp: "1", modifyTimeTimestamp: "2" },
    }),
  ).toMatchObject({
    ...{ side: "short", cost: "500.00", currency: "USD", priceCurrency: "JPY" },
    ...{ stopLoss: "157.000", takeProfit: null },
    margin: {
      ...{ leverage: "20", mark: "155.104", liquidationPrice: "158.9", level: "104.20" },
      removable: "21.40",
    },
  }));

it.each([
  {},
  { takeProfit: "240.00" },
  { stopLoss: { stopPrice: "200.00" } },
  { takeProfit: "240.00", stopLoss: { stopPrice: "200.00", limitPrice: "199.00" } },
])("reads the protection %o as it has written it", (legs) =>
  expect(decodeProtection(encodeProtection({ id: "5", ...legs }))).toEqual({ id: "5", ...legs }),
);

it("writes protection as orders, and reads the prices that an earlier release wrote as text", () => {
  const legs = { takeProfit: "240.00", stopLoss: { stopPrice: "200.00" } };
  expect(encodeProtection({ id: "5", ...legs })).toEqual({
    ...{ id: "5", takeProfit: { price: "240.00" }, stopLoss: { stopPrice: "200.00" } },
  });
  expect(decodeProtection({ id: "5", takeProfit: "240.00", stopLoss: "200.00" })).toEqual({
    id: "5",
    ...legs,
  });
});

it("reads what a change would make of a position, and what would refuse it", () => {
  const view = { isolatedPosition: "500.00", currency: "USD", leverage: "20" };
  const before = {
    ...view,
    markPrice: "155.104",
    marginLevel: "104.20",
    liquidationPrice: "158.9",
  };
  const after = { ...before, isolatedPosition: "700.00", liquidationPrice: null };
  expect(decodeMarginPreview({ before, after, error: "insufficient_funds" })).toMatchObject({
    before: { margin: "500.00", liquidationPrice: "158.9", level: "104.20" },
    after: { margin: "700.00", liquidationPrice: null },
    refusal: "insufficient_funds",
  });
});

it.each([
  ["5", "5"],
  [null, null],
  [undefined, null],
])("reads the position %s of a holding as %s", (id, positionId) => {
  const { positionNum, availableNum, isolatedPosition } = event;
  expect(decodeHolding({ id, positionNum, availableNum, isolatedPosition })).toEqual({
    positionId,
    quantity: "10",
    available: "4",
  });
});

it("reads a closed trade by the fill that closed it", () =>
  expect(
    decodeClosedTrade({
      ...{ id: "77", orderId: "9", stock_code: "AAPL", name: "Apple", market: "UsStock" },
      ...{ source: 0, direction: 1, positionNum: "3", avgPrice: "221.40", price: "227.00" },
      ...{ fee: "0.01", sellProfit: "16.79", zdf: "2.52", currency: "USD" },
      ...{ positionDirection: 0, priceCurrency: "USD" },
      createTimeTimestamp: "8",
    }),
  ).toEqual({
    ...{ fillId: "77", symbol: "AAPL", name: "Apple", market: "UsStock", assetClass: "usStock" },
    side: "long",
    ...{ quantity: "3", averageCost: "221.40", price: "227.00", fee: "0.01" },
    ...{ profit: "16.79", profitPercent: "2.52", currency: "USD", closedAt: 8 },
  }));
