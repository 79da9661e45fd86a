import { expect, it } from "vitest";
import type { Position } from "@/api/positions";
import { profitAt } from "./profitAt";

const long = {
  side: "long",
  quantity: "100000",
  multiplier: "1",
  averagePrice: "1.085",
  priceCurrency: "USD",
  currency: "USD",
} as Position;
const known = { baseCurrency: "EUR", rates: undefined };

it("counts what a point is worth", () => {
  const future = { ...long, quantity: "2", multiplier: "50", averagePrice: "7706" };
  expect(profitAt(future, "7716.25", known).amount).toBe("+1,025.00");
  expect(profitAt({ ...future, side: "short" }, "7716.25", known).amount).toBe("\u22121,025.00");
});

it("gains with the price when long, and against it when short", () => {
  expect(profitAt(long, "1.0900", known)).toEqual({ amount: "+500.00", currency: "USD" });
  expect(profitAt(long, "1.0200", known).amount).toBe("\u22126,500.00");
  expect(profitAt({ ...long, side: "short" }, "1.0800", known).amount).toBe("+500.00");
});

it("converts at the price itself where the pair is of the account's currency", () => {
  const yen = { ...long, quantity: "10000", averagePrice: "158.441", priceCurrency: "JPY" };
  const ofDollar = { ...known, baseCurrency: "USD" };
  expect(profitAt(yen, "156.864", ofDollar)).toEqual({ amount: "\u2212100.53", currency: "USD" });
});

it("converts by a rate that is known, and else counts in the currency of the prices", () => {
  const pounds = { ...long, averagePrice: "0.85", priceCurrency: "GBP" };
  const rates = [{ from: "GBP", to: "USD", rate: "1.25", source: "market_quote" }];
  expect(profitAt(pounds, "0.86", { ...known, rates })).toEqual({
    amount: "+1,250.00",
    currency: "USD",
  });
  expect(profitAt(pounds, "0.86", known)).toEqual({ amount: "+1,000.00", currency: "GBP" });
  const yen = { ...long, averagePrice: "155.1", priceCurrency: "JPY" };
  expect(profitAt(yen, "155.104", known)).toEqual({ amount: "+400", currency: "JPY" });
});
