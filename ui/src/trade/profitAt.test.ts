import { expect, it } from "vitest";
import type { Position, PositionMargin } from "@/api/positions";
import { type Known, profitAt } from "./profitAt";

const long = {
  side: "long",
  quantity: "100000",
  multiplier: "1",
  averagePrice: "1.085",
  priceCurrency: "USD",
  currency: "USD",
  cost: "5000.00",
  margin: { leverage: "20" } as PositionMargin,
} as Position;
const known = { baseCurrency: "EUR", rates: undefined };
/** The profit of all of a position. */
const of = (position: Position, price: string, knows: Known = known) =>
  profitAt(position, price, position.quantity, knows);

it("counts what a point is worth", () => {
  const future = { ...long, quantity: "2", multiplier: "50", averagePrice: "7706" };
  expect(of(future, "7716.25").amount).toBe("1025.00");
  expect(of({ ...future, side: "short" }, "7716.25").amount).toBe("-1025.00");
});

it("gains with the price when long, and against it when short, in percent of the margin", () => {
  expect(of(long, "1.0900")).toEqual({ amount: "500.00", currency: "USD", percent: "10.00" });
  expect(of(long, "1.0200").amount).toBe("-6500.00");
  expect(of({ ...long, side: "short" }, "1.0800").amount).toBe("500.00");
});

it("counts of a part its share of the margin", () => {
  expect(profitAt(long, "1.0900", "50000", known)).toMatchObject({
    amount: "250.00",
    percent: "10.00",
  });
});

it("counts of what is owned its cost, fees included", () => {
  const shares = { ...long, quantity: "10", averagePrice: "226.02", cost: "2260.25", margin: null };
  expect(of(shares, "240.00")).toEqual({ amount: "139.75", currency: "USD", percent: "6.18" });
  expect(profitAt(shares, "200.00", "4", known)).toMatchObject({
    amount: "-104.10",
    percent: "-11.51",
  });
});

it("converts at the price itself where the pair is of the account's currency", () => {
  const yen = { ...long, quantity: "10000", averagePrice: "158.441", priceCurrency: "JPY" };
  const ofDollar = { ...known, baseCurrency: "USD" };
  expect(of(yen, "156.864", ofDollar)).toMatchObject({ amount: "-100.53", currency: "USD" });
});

it("converts by a rate that is known, and else counts in the currency of the prices", () => {
  const pounds = { ...long, averagePrice: "0.85", priceCurrency: "GBP" };
  const rates = [{ from: "GBP", to: "USD", rate: "1.25", source: "market_quote" }];
  expect(of(pounds, "0.86", { ...known, rates })).toMatchObject({
    amount: "1250.00",
    currency: "USD",
  });
  expect(of(pounds, "0.86")).toEqual({ amount: "1000.00", currency: "GBP", percent: null });
  const yen = { ...long, averagePrice: "155.1", priceCurrency: "JPY" };
  expect(of(yen, "155.104")).toMatchObject({ amount: "400", currency: "JPY" });
});
