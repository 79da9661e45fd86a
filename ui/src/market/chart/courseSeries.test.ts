import { expect, it } from "vitest";
import { DAY_MS } from "@/ui/time";
import { runningAverages } from "./courseSeries";
import { around, scaledAround } from "./dayScale";

it("has the close before in the middle of the scale, whichever side reaches further", () => {
  expect(around(100, { minValue: 99, maxValue: 103 })).toEqual({ minValue: 97, maxValue: 103 });
  expect(around(100, { minValue: 90, maxValue: 95 })).toEqual({ minValue: 90, maxValue: 110 });
});

it("leaves the scale as it is while that is not known", () => {
  const info = { priceRange: { minValue: 1, maxValue: 4 } } as never;
  expect(scaledAround(() => null)(() => info)).toBe(info);
  expect(scaledAround(() => 2)(() => null)).toBeNull();
  expect(scaledAround(() => 2)(() => info)?.priceRange).toEqual({ minValue: 0, maxValue: 4 });
});

it("weighs the prices of minutes by what was traded in them", () => {
  const bar = (price: string, volume: string, start = 0) => ({
    ...{ start, open: price, high: price, low: price, close: price },
    volume,
  });
  const bars = [bar("10", "0"), bar("10", "100"), bar("13", "200")];
  expect(runningAverages(bars, { timeZone: "UTC" })).toEqual([null, 10, 12]);
  // Another day restarts the average.
  const next = bar("20", "10", DAY_MS);
  expect(runningAverages([...bars, next], { timeZone: "UTC" })).toEqual([null, 10, 12, 20]);
});
