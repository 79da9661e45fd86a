import { expect, it } from "vitest";
import { averagePrice, dayUntil } from "./averagePrice";

const bar = (price: string, volume: string) => ({
  ...{ start: 0, open: price, high: price, low: price, close: price },
  volume,
});

it("weighs the prices of minutes by what was traded in them", () => {
  const bars = [bar("10", "0"), bar("10", "100"), bar("13", "200")];
  expect(averagePrice(bars, 2)).toBe("12.00");
});

it("has a minute count at the middle of its high, low and close", () => {
  const wide = { ...bar("10", "5"), high: "12", low: "8", close: "13" };
  expect(averagePrice([wide], 3)).toBe("11.000");
});

it("knows none where nothing was traded", () => {
  expect(averagePrice([bar("10", "0")], 2)).toBeNull();
  expect(averagePrice([], 2)).toBeNull();
});

it("is of the minutes of one day, the evening before it with them where days begin there", () => {
  const at = (moment: string) => ({ ...bar("10", "1"), start: Date.parse(moment) });
  const bars = [
    at("2026-11-19T20:00:00Z"),
    at("2026-11-19T23:30:00Z"),
    at("2026-11-20T15:00:00Z"),
    at("2026-11-20T15:01:00Z"),
  ];
  const timeZone = "America/Chicago";
  expect(dayUntil(bars, 2, { timeZone })).toEqual(bars.slice(2, 3));
  expect(dayUntil(bars, 2, { timeZone, fromEvening: true })).toEqual(bars.slice(1, 3));
  expect(dayUntil(bars, 1, { timeZone })).toEqual(bars.slice(0, 2));
});
