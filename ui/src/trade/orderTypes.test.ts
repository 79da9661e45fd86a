import { expect, it } from "vitest";
import type { Side } from "@/api/orders";
import type { OrderTerms } from "@/api/orderTerms";
import { isPriced, type Outlook, outlookOf, type Typed, typeRow } from "./orderTypes";
import { missingOf, orderOf, type Ticket } from "./ticket";

const AAPL = { symbol: "AAPL", market: "UsStock" };
const now = { bid: "227.50", ask: "227.53", open: true, stale: false };
const market: OrderTerms = { type: "market" };
const limit = (limitPrice = "226.80"): OrderTerms => ({
  type: "limit",
  limitPrice,
  timeInForce: "day",
});
const stop = (stopPrice = "230.00"): OrderTerms => ({
  type: "stop",
  stopPrice,
  timeInForce: "gtc",
});
const stopLimit = (limitPrice: string): OrderTerms => ({
  type: "stopLimit",
  stopPrice: "230.00",
  limitPrice,
  timeInForce: "day",
});
const trailing = (amount: string): OrderTerms => ({
  type: "trailingStop",
  trail: { amount },
  timeInForce: "day",
});

it.each<[OrderTerms, Side, object, Outlook | null]>([
  [market, "buy", {}, "marketBuy"],
  [market, "sell", {}, "marketSell"],
  [market, "buy", { open: false }, "marketClosed"],
  [limit(), "buy", {}, "limitRestsBuy"],
  [limit("227.53"), "buy", {}, "limitFillsBuy"],
  [limit("227.530"), "buy", {}, "limitFillsBuy"],
  [limit("227.50"), "sell", {}, "limitFillsSell"],
  [limit("227.51"), "sell", {}, "limitRestsSell"],
  [limit("9"), "sell", {}, "limitFillsSell"],
  [limit("227.60"), "buy", { ask: "0" }, "limitRestsBuy"],
  [limit(), "buy", { open: false }, "limitClosed"],
  [limit(""), "buy", {}, null],
  [limit(""), "buy", { stale: true }, null],
  [limit(), "buy", { stale: true }, "stale"],
  [market, "sell", { stale: true }, "stale"],
  [market, "buy", { stale: true, open: false }, "marketClosed"],
  [limit(), "buy", { stale: true, open: false }, "limitClosed"],
  [market, "buy", { halted: "until" }, "marketHalted"],
  [limit("227.60"), "buy", { halted: "until", stale: true }, "limitPaused"],
  [limit(), "sell", { halted: "open" }, "limitHalted"],
  [limit(""), "buy", { halted: "open" }, null],
  [stop(), "buy", {}, "stopBuy"],
  [stop(), "sell", { open: false }, "stopSell"],
  [stop(""), "sell", {}, null],
  [stopLimit("231.00"), "buy", {}, "stopLimitBuy"],
  [stopLimit(""), "buy", {}, null],
  [trailing("1.50"), "sell", { stale: true }, "trailingSell"],
  [trailing(""), "sell", {}, null],
])("%o to %s in %o: %s", (terms, side, market, expected) =>
  expect(outlookOf(terms, side, { ...now, ...market })).toBe(expected),
);

const ticket = (change: Partial<Ticket>): Ticket => ({
  side: "buy",
  terms: limit(),
  size: { quantity: "20" },
  ...change,
});

it("asks for nothing while the ticket is unfinished", () => {
  const stopLoss = { stopPrice: "220", limitPrice: "" };
  expect(missingOf(ticket({ takeProfit: "" }))).toBe("price");
  expect(missingOf(ticket({ stopLoss }))).toBe("price");
  expect(missingOf(ticket({ terms: trailing("") }))).toBe("trail");
  const until = (expireDate: string): OrderTerms => ({
    ...{ type: "limit", limitPrice: "226.80", timeInForce: "gtd" },
    expireDate,
  });
  expect(missingOf(ticket({ terms: until("") }))).toBe("date");
  expect(missingOf(ticket({ terms: until("2026-12-04") }))).toBeNull();
  expect(orderOf(ticket({ size: { quantity: "" } }), AAPL)).toBeNull();
  expect(orderOf(ticket({ terms: limit("0.") }), AAPL)).toBeNull();
  expect(missingOf(ticket({ terms: limit(""), size: { amount: "" } }))).toBe("price");
  expect(missingOf(ticket({ size: { amount: "0" } }))).toBe("amount");
});

it("makes the terms of each type of what is typed, and no others", () => {
  const typed = {
    limitPrice: "180.05",
    stopPrice: "179",
    trail: { amount: "1.5" },
    timeInForce: "gtc",
    ...{ lastDay: "2026-12-04", outsideHours: false },
  } as const;
  const termsOf = (type: OrderTerms["type"], change: Partial<Typed> = {}) =>
    typeRow(type).terms({ ...typed, ...change });
  const gtc = { timeInForce: "gtc" };
  expect(termsOf("market", { timeInForce: "day" })).toEqual({ type: "market" });
  expect(termsOf("market")).toEqual({ type: "market", ...gtc });
  expect(termsOf("limit")).toEqual({ type: "limit", limitPrice: "180.05", ...gtc });
  expect(termsOf("stop")).toEqual({ type: "stop", stopPrice: "179", ...gtc });
  expect(termsOf("stopLimit")).toEqual({
    ...{ type: "stopLimit", stopPrice: "179", limitPrice: "180.05", ...gtc },
  });
  expect(termsOf("trailingStop")).toEqual({
    ...{ type: "trailingStop", trail: { amount: "1.5" }, ...gtc },
  });
  expect(isPriced(termsOf("trailingStop"))).toBe(true);
});

it("gives an order the chosen time in force if its type takes it, and else the day", () => {
  const typed = {
    ...{ limitPrice: "180.05", stopPrice: "179", trail: { amount: "1.5" } },
    ...{ lastDay: "2026-12-04", outsideHours: true },
  };
  const timeOf = (type: OrderTerms["type"], timeInForce: Typed["timeInForce"]) =>
    typeRow(type).terms({ ...typed, timeInForce });
  expect(timeOf("limit", "gtd")).toMatchObject({ timeInForce: "gtd", expireDate: "2026-12-04" });
  expect(timeOf("limit", "gtd")).not.toHaveProperty("extendedHours");
  expect(timeOf("limit", "fok")).toMatchObject({ timeInForce: "fok" });
  expect(timeOf("limit", "fok")).not.toHaveProperty("extendedHours");
  expect(timeOf("limit", "gtc")).toMatchObject({ timeInForce: "gtc", extendedHours: true });
  expect(timeOf("market", "ioc")).toEqual({ type: "market", timeInForce: "ioc" });
  expect(timeOf("market", "gtd")).toEqual({ type: "market" });
  for (const type of ["stop", "stopLimit", "trailingStop"] as const) {
    expect(timeOf(type, "ioc")).toMatchObject({ timeInForce: "day" });
    expect(timeOf(type, "gtd")).toMatchObject({ expireDate: "2026-12-04" });
    expect(timeOf(type, "gtc")).not.toHaveProperty("extendedHours");
  }
});

it("says that nothing fills of an order that may not wait", () => {
  const fok: OrderTerms = { type: "limit", limitPrice: "226.80", timeInForce: "fok" };
  expect(outlookOf(fok, "buy", now)).toBe("limitMissed");
  expect(outlookOf({ ...fok, limitPrice: "227.53" }, "buy", now)).toBe("limitFillsBuy");
});

it("sends no limit with a market order", () => {
  expect(orderOf(ticket({ terms: market }), AAPL)).toEqual({
    symbol: "AAPL",
    market: "UsStock",
    side: "buy",
    terms: { type: "market" },
    size: { quantity: "20" },
  });
});
