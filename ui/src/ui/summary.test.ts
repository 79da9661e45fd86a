import fc from "fast-check";
import { expect, it } from "vitest";
import { percentOf, subtract } from "@/decimal";
import { summaryOf, summaryOfPoints } from "./summary";

it("says what a chart begins and ends with, and its highest and lowest", () => {
  const bars = [
    { high: "103.5", low: "99", close: "100.00" },
    { high: "120", low: "98.75", close: "118.4" },
    { high: "119", low: "110", close: "112.5" },
  ];
  expect(summaryOf(bars)).toEqual({
    first: "100.00",
    last: "112.5",
    change: "12.50",
    percent: "12.50",
    high: "120",
    low: "98.75",
  });
});

it("says it of a fall, and of a single point", () => {
  expect(summaryOfPoints(["3", "2"])).toMatchObject({ change: "-1", percent: "-33.33" });
  expect(summaryOfPoints(["0.005"])).toMatchObject({ change: "0.000", percent: "0.00" });
});

it("says nothing of nothing, and no share of zero", () => {
  expect(summaryOfPoints([])).toBeNull();
  expect(summaryOfPoints(["0", "5"])).toMatchObject({ change: "5", percent: null });
});

it("counts as the exact arithmetic of money does", () => {
  const price = fc
    .tuple(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 0, max: 6 }))
    .map(([units, scale]) => (units / 10 ** scale).toFixed(scale))
    .filter((text) => Number(text) > 0);
  fc.assert(
    fc.property(price, price, (first, last) => {
      const told = summaryOfPoints([first, last]);
      expect(subtract(told?.change ?? "", subtract(last, first))).toBe("0");
      expect(told?.percent?.replace("-0.00", "0.00")).toBe(
        percentOf(subtract(last, first), first).replace("-0.00", "0.00"),
      );
    }),
  );
});
