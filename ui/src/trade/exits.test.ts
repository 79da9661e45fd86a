import { expect, it } from "vitest";
import { decodeClosing, encodeClosing } from "@/api/closing";
import { AT_MARKET, closingOf, type Exit, exitOf, exitProblems, isExitPriced } from "./exits";
import type { LegMarket } from "./ticketLegs";

const of = { id: "5", quantity: "10" };
const now: LegMarket = {
  ...{ last: "100.00", bid: "99.99", ask: "100.01" },
  ...{ trigger: "last", tickSize: "0.01" },
};

it.each<[Partial<Exit>, object]>([
  [{ type: "market" }, {}],
  [{ type: "limit", limitPrice: "105" }, { price: "105" }],
  [{ type: "trailingStop", trail: { amount: "2" } }, { trailAmount: "2" }],
  [{ type: "trailingStop", trail: { percent: "1.5" } }, { trailPercent: "1.5" }],
  [{ type: "stop", stopPrice: "95" }, { stopLoss: { stopPrice: "95" } }],
  [
    { type: "stopLimit", stopPrice: "95", limitPrice: "94" },
    { stopLoss: { stopPrice: "95", price: "94" } },
  ],
  [
    { type: "pair", stopPrice: "95", takeProfit: "110" },
    { takeProfit: { price: "110" }, stopLoss: { stopPrice: "95" } },
  ],
])("sends %o, and reads it again", (part, sent) => {
  const exit = { ...AT_MARKET, ...part };
  const wire = encodeClosing(closingOf(exit, of));
  expect(wire).toEqual({ ...of, ...sent });
  expect(exitOf(decodeClosing(wire))).toEqual(exit);
  expect(isExitPriced(exit)).toBe(true);
});

it("waits for every price of an exit", () => {
  const pair: Exit = { ...AT_MARKET, type: "pair", stopPrice: "95" };
  expect(isExitPriced(pair)).toBe(false);
  expect(isExitPriced({ ...pair, takeProfit: "110" })).toBe(true);
  expect(isExitPriced({ ...AT_MARKET, type: "stopLimit", stopPrice: "95" })).toBe(false);
});

it("says which price the market has reached", () => {
  const pair: Exit = { ...AT_MARKET, type: "pair", stopPrice: "95", takeProfit: "110" };
  expect(exitProblems(pair, "sell", now)).toEqual({});
  expect(exitProblems({ ...pair, takeProfit: "99.99" }, "sell", now)).toEqual({
    takeProfit: { way: "above", of: "market", price: "99.99" },
  });
  expect(exitProblems(pair, "buy", now)).toEqual({
    stopPrice: "100.01",
    takeProfit: { way: "below", of: "market", price: "100.01" },
  });
});
