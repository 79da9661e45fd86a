import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { add, compare, multiply } from "@/ui";
import { isOver, lowered, quantityFor } from "./spending";

describe("quantityFor", () => {
  it.each([
    ["1000", "260.21", "1", "3"],
    ["260.21", "260.21", "1", "1"],
    ["260.20", "260.21", "1", "0"],
    ["0.01", "0.0001", "1", "100"],
    ["1000", "12.34", "100", "0"],
    ["2500", "12.34", "100", "200"],
    ["1000", "260.21", "0.001", "3.843"],
    ["", "260.21", "1", "0"],
    ["0", "260.21", "1", "0"],
    ["1000", "", "1", "0"],
    ["1000", "0", "1", "0"],
    ["99999999999999.99", "0.01", "1", "9999999999999999"],
  ])("%s at %s in lots of %s buys %s", (amount, price, lot, quantity) =>
    expect(quantityFor({ amount, price, lot })).toBe(quantity),
  );

  it("spends as much of the amount as whole lots can, and no more", () => {
    const cents = fc.integer({ min: 1, max: 100_000_000 }).map((value) => (value / 100).toFixed(2));
    const lots = fc.constantFrom("1", "100", "0.001");
    fc.assert(
      fc.property(cents, cents, lots, (amount, price, lot) => {
        const quantity = quantityFor({ amount, price, lot });
        expect(compare(multiply(quantity, price), amount)).toBeLessThanOrEqual(0);
        expect(compare(multiply(add(quantity, lot), price), amount)).toBe(1);
      }),
    );
  });
});

describe("an amount that the fees take beyond", () => {
  it("counts the fees", () => {
    expect(isOver({ total: "1000.01" }, "1000")).toBe(true);
    expect(isOver({ total: "1000.00" }, "1000")).toBe(false);
  });

  it.each([
    // One lot less is enough for a small fee.
    ["4", "250", "1000.01", "1000", "1", "3"],
    // A market order that would cost 520 more: two shares less, and further fewer after the next figures.
    ["10", "260", "2600", "2080", "1", "8"],
    ["1", "250", "250.01", "250", "1", "0"],
    ["200", "12.5", "2500.50", "2500", "100", "100"],
    ["0.004", "260", "1.05", "1.04", "0.001", "0.003"],
  ])("orders of %s at %s for %s, with %s to spend in lots of %s, %s", (...of) => {
    const [quantity, price, total, amount, lot, less] = of;
    expect(lowered({ quantity, price, total }, { amount, lot })).toBe(less);
  });
});
