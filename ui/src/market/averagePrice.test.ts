import { expect, it } from "vitest";
import { averagePrice } from "./averagePrice";

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
