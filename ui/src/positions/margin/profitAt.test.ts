import { expect, it } from "vitest";
import type { Position } from "@/api/positions";
import { profitAt } from "./profitAt";

const long = {
  side: "long",
  quantity: "100000",
  averagePrice: "1.085",
  priceCurrency: "USD",
} as Position;

it("gains with the price when long, and against it when short", () => {
  expect(profitAt(long, "1.0900")).toBe("+500.00");
  expect(profitAt(long, "1.0200")).toBe("\u22126,500.00");
  expect(profitAt({ ...long, side: "short" }, "1.0800")).toBe("+500.00");
});

it("counts in the currency of the prices", () => {
  const yen = { ...long, averagePrice: "155.1", priceCurrency: "JPY" };
  expect(profitAt(yen, "155.104")).toBe("+400");
});
