import { expect, it } from "vitest";
import { decodeBar } from "@/api/market";
import type { Fill } from "@/api/orders";
import { marksOf } from "./ownTrades";

const bars = [10, 20, 30].map((start) => decodeBar([start, "1", "1", "1", "1", "1"]));
const fill = (own: Partial<Fill>) =>
  ({ side: "buy", quantity: "10", price: "2.00", filledAt: 20, ...own }) as Fill;

it("puts the fills of a bar into one mark a side, at what they cost on average", () => {
  const fills = [
    fill({ filledAt: 35, side: "sell", price: "3" }),
    fill({ filledAt: 29, quantity: "30", price: "2.40" }),
    fill({ filledAt: 20 }),
    fill({ filledAt: 25, side: "sell", quantity: "5", price: "2.5" }),
  ];
  expect(marksOf(fills, bars, 2)).toEqual([
    { start: 20, side: "buy", quantity: "40", price: "2.3" },
    { start: 20, side: "sell", quantity: "5", price: "2.5" },
    { start: 30, side: "sell", quantity: "10", price: "3" },
  ]);
});

it("averages with two decimals more than the prices have", () => {
  const fills = [
    fill({ quantity: "1", price: "1.08504" }),
    fill({ quantity: "2", price: "1.08505" }),
  ];
  expect(marksOf(fills, bars, 5)[0]?.price).toBe("1.0850467");
  expect(marksOf(fills, bars, 2)[0]?.price).toBe("1.085");
});

it("marks no fill that was before the first bar", () => {
  expect(marksOf([fill({ filledAt: 9 })], bars, 2)).toEqual([]);
  expect(marksOf([fill({})], [], 2)).toEqual([]);
});
