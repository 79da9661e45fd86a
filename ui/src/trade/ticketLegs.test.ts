import { expect, it } from "vitest";
import type { OrderTerms } from "@/api/orderTerms";
import {
  areLegsPriced,
  entryOf,
  type LegMarket,
  legProblems,
  legsOf,
  NO_LEGS,
  profitAt,
} from "./ticketLegs";

const now: LegMarket = {
  ...{ last: "100.00", bid: "99.99", ask: "100.01" },
  ...{ trigger: "last", tickSize: "0.01" },
};
const market: OrderTerms = { type: "market" };
const limit = (limitPrice: string): OrderTerms => ({
  ...{ type: "limit", limitPrice, timeInForce: "day" },
});

it("expects an order to be filled where the server expects it", () => {
  const of = (terms: OrderTerms) => [entryOf(terms, "buy", now), entryOf(terms, "sell", now)];
  expect(of(market)).toEqual(["100.01", "99.99"]);
  // One fills at the quote, the other waits at its limit.
  expect(of(limit("101"))).toEqual(["100.01", "101"]);
  expect(of(limit("99"))).toEqual(["99", "99.99"]);
  expect(of({ type: "stop", stopPrice: "105", timeInForce: "day" })).toEqual(["105", "105"]);
  const prices = { stopPrice: "105", limitPrice: "106" };
  expect(of({ type: "stopLimit", ...prices, timeInForce: "day" })).toEqual(["105", "105"]);
  const [bought, sold] = of({ type: "trailingStop", trail: { amount: "2" }, timeInForce: "day" });
  expect([Number(bought), Number(sold)]).toEqual([102, 98]);
});

it("makes prices of percentages, on either side of the entry", () => {
  const draft = { ...NO_LEGS, takeProfit: "5", stopLoss: "2.5", legUnit: "percent" } as const;
  const of = (side: "buy" | "sell", entry: string) =>
    legsOf({ draft, side, entry, tickSize: "0.01" });
  expect(of("buy", "100.01")).toEqual({ takeProfit: "105.01", stopLoss: { stopPrice: "97.51" } });
  expect(of("sell", "100.01")).toEqual({ takeProfit: "95.01", stopLoss: { stopPrice: "102.51" } });
  expect(areLegsPriced(of("buy", ""))).toBe(false);
});

it("has the legs that are on, and waits for their prices", () => {
  const of = (draft: Partial<typeof NO_LEGS>) =>
    legsOf({ draft: { ...NO_LEGS, ...draft }, side: "buy", entry: "100", tickSize: "0.01" });
  expect(of({})).toEqual({});
  expect(of({ stopLoss: "95", stopLimit: "94" })).toEqual({
    stopLoss: { stopPrice: "95", limitPrice: "94" },
  });
  expect(areLegsPriced(of({ takeProfit: "" }))).toBe(false);
  expect(areLegsPriced(of({ stopLoss: "95", stopLimit: "" }))).toBe(false);
  expect(areLegsPriced(of({ takeProfit: "110" }))).toBe(true);
});

it("knows what closing at a price would bring, long and short", () => {
  expect(profitAt("105", "100", "10", "buy", "1")).toBe("50");
  expect(profitAt("105", "100", "10", "sell", "1")).toBe("-50");
  expect(profitAt("7580.25", "7572.75", "2", "buy", "50")).toBe("750");
  expect(profitAt("105", "", "10", "buy", "1")).toBeNull();
  expect(profitAt("105", "100", "", "buy", "1")).toBeNull();
});

it("says which leg lies on the wrong side of the entry", () => {
  const entry = { of: "entry", price: "100.01" } as const;
  const wrong = legProblems(
    { takeProfit: "100.01", stopLoss: { stopPrice: "100.01" } },
    ...([market, "buy", now] as const),
  );
  expect(wrong).toEqual({
    takeProfit: { way: "above", ...entry },
    stopLoss: { way: "below", ...entry },
  });
  const right = { takeProfit: "100.02", stopLoss: { stopPrice: "99.98" } };
  expect(legProblems(right, market, "buy", now)).toEqual({});
  expect(Object.keys(legProblems(right, market, "sell", now))).toEqual(["takeProfit", "stopLoss"]);
});

it("keeps a stop-loss from closing at once what fills now", () => {
  const legs = { stopLoss: { stopPrice: "99.99" } };
  expect(legProblems(legs, market, "buy", now)).toEqual({
    stopLoss: { way: "below", of: "market", price: "99.99" },
  });
  // An order that waits for 105 may have its stop-loss above the present price.
  const waits: OrderTerms = { type: "stop", stopPrice: "105", timeInForce: "day" };
  expect(legProblems({ stopLoss: { stopPrice: "104" } }, waits, "buy", now)).toEqual({});
});
