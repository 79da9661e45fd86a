import { expect, it } from "vitest";
import { profitAt } from "./profit";

const position = (positionNum: string, avgPrice: string, isolatedPosition: string) => ({
  positionNum,
  avgPrice,
  isolatedPosition,
  direction: 0 as const,
});

it("values what is held at the price and takes off its cost", () => {
  expect(profitAt(position("10", "221.40", "2214.00"), "227.52")).toEqual({
    profit: "61.20",
    percent: "2.76",
  });
  expect(profitAt(position("40", "87.25", "3490.00"), "87.14")).toEqual({
    profit: "-4.40",
    percent: "-0.13",
  });
});

it("gains on a fall where the position is short, and divides by no zero", () => {
  expect(profitAt({ ...position("1", "10", "10"), direction: 1 }, "8").profit).toBe("2.00");
  expect(profitAt(position("0", "0", "0"), "8").percent).toBe("0.00");
});
