import { expect, it } from "vitest";
import { type Bar, decodeBars } from "@/api/market";
import { tellBars, withTold } from "./liveBars";

const MINUTE = 60_000;
const bars = (...rows: [minute: number, close: string][]) =>
  decodeBars(rows.map(([minute, close]) => [minute * MINUTE, "1", "9", "1", close, "5"]));
const closes = (all: Bar[]) => all.map(({ start, close }) => [start / MINUTE, close]);

it("lays what was told over what was read", () => {
  const read = bars([1, "1.1"], [2, "1.2"]);
  expect(withTold(read, [])).toBe(read);
  expect(closes(withTold(read, bars([2, "1.3"])))).toEqual([
    [1, "1.1"],
    [2, "1.3"],
  ]);
  expect(closes(withTold(read, bars([3, "1.4"])))).toHaveLength(3);
  expect(closes(withTold([], bars([3, "1.4"])))).toEqual([[3, "1.4"]]);
});

it("changes the last bar, and goes on with a new one after the end of the one before", () => {
  let told = { bars: bars([2, "1.2"]), snapshot: 1 };
  told = tellBars(told, bars([2, "1.3"]));
  expect(closes(told.bars)).toEqual([[2, "1.3"]]);
  told = tellBars(told, bars([2, "1.4"], [3, "1.5"]));
  told = tellBars(told, bars([3, "1.6"]));
  expect(closes(told.bars)).toEqual([
    [2, "1.4"],
    [3, "1.6"],
  ]);
  expect(told.snapshot).toBe(1);
});
