import { expect, it } from "vitest";
import { withBest } from "./depth";

const level = (price: string, size = "1") => ({ price, size });

it("puts the ticking best before the levels behind it", () => {
  const bids = [level("10.00"), level("9.99"), level("9.98")];
  expect(withBest("bid", bids, "9.99", "7")).toEqual([level("9.99", "7"), level("9.98")]);
  expect(withBest("bid", bids, "10.02", "7")).toEqual([level("10.02", "7"), ...bids]);
  const asks = [level("9.99"), level("10.00"), level("10.01")];
  expect(withBest("ask", asks, "10", "7")).toEqual([level("10", "7"), level("10.01")]);
});

it("shows five levels at most, and what it was given where nothing ticks", () => {
  const bids = [5, 4, 3, 2, 1].map((price) => level(String(price)));
  expect(withBest("bid", bids, "6", "7")).toHaveLength(5);
  expect(withBest("bid", bids, null, null)).toBe(bids);
});
