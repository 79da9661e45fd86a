import { describe, expect, it } from "vitest";
import { type Bar, decodeBars, type Quote } from "@/api/market";
import { testQuote } from "@/test/instrument";
import { LiveBars } from "./liveBars";
import type { Period } from "./periods";

const MINUTE = 60_000;
const bars = decodeBars([
  [0, "10", "11", "9", "10.5", "100"],
  [MINUTE, "10.5", "10.6", "10.4", "10.5", "50"],
]);
/** A bar as it is written on the wire, for short. */
const row = ({ start, ...parts }: Bar) => [
  start,
  ...[parts.open, parts.high, parts.low, parts.close, parts.volume],
];

const quote = (price: string, at: number): Quote =>
  testQuote({ last: price, at, open: "10", high: "12.50", low: "8.25" });

const live = (period: Period) => {
  const chart = new LiveBars(period);
  return (price: string, time: number, volume = "777", source = bars) =>
    chart.with(source, { ...quote(price, time), volume });
};

describe("LiveBars", () => {
  it("moves the last bar within its minute", () => {
    const after = live("intraday")("10.72", MINUTE + 5_000);
    expect(after).toHaveLength(2);
    expect(row(after[1] as Bar)).toEqual([MINUTE, "10.5", "10.72", "10.4", "10.72", "50"]);
    expect(bars[1]?.close).toBe("10.5");
  });

  it("begins a bar with a new minute, and gives each bar what was traded in it", () => {
    const tick = live("intraday");
    tick("10.3", MINUTE + 50_000, "1000");
    tick("10.4", MINUTE + 55_000, "1030");
    tick("10.2", 3 * MINUTE + 100, "1042");
    tick("10.1", 3 * MINUTE + 200, "1045");
    const after = tick("10.6", 4 * MINUTE, "1100");
    expect(after).toHaveLength(4);
    expect(row(after[1] as Bar)).toEqual([MINUTE, "10.5", "10.6", "10.3", "10.4", "80"]);
    expect(row(after[2] as Bar)).toEqual([3 * MINUTE, "10.2", "10.2", "10.1", "10.1", "15"]);
    expect(row(after[3] as Bar)).toEqual([4 * MINUTE, "10.6", "10.6", "10.6", "10.6", "55"]);
  });

  it("begins bars of several minutes where the server does", () => {
    const tick = live("15m");
    expect(tick("10.6", 14 * MINUTE)).toHaveLength(2);
    const hour = live("60m");
    expect(hour("10.6", 60 * MINUTE)).toHaveLength(2);
    expect(hour("10.6", 125 * MINUTE, "790").at(-1)).toMatchObject({
      start: 120 * MINUTE,
      open: "10.6",
      volume: "13",
    });
  });

  it("begins again from what the server says when that is read again", () => {
    const tick = live("intraday");
    tick("10.2", 3 * MINUTE, "1000");
    tick("10.2", 3 * MINUTE + 1, "1010");
    const read = decodeBars([[3 * MINUTE, "10", "11", "9", "10.2", "500"]]);
    expect(tick("10.3", 3 * MINUTE + 2, "1015", read).map(row)).toEqual([
      [3 * MINUTE, "10", "11", "9", "10.3", "505"],
    ]);
  });

  it("takes a smaller volume of the day for a new day's", () => {
    const tick = live("intraday");
    tick("10.2", MINUTE, "1000");
    expect(tick("10.2", 9 * MINUTE, "7").at(-1)?.volume).toBe("7");
  });

  it("counts a quote once, however often it is asked", () => {
    const chart = new LiveBars("1W");
    chart.with(bars, quote("10.4", MINUTE));
    const next = { ...quote("10.4", MINUTE), volume: "780" };
    expect(chart.with(bars, next).at(-1)?.volume).toBe("53");
    expect(chart.with(bars, next)).toBe(chart.with(bars, next));
    expect(chart.with([...bars], next).at(-1)?.volume).toBe("50");
  });

  it("gives the bar of the day the day's own range and volume", () => {
    const after = live("1D")("10.2", 5 * MINUTE);
    expect(after).toHaveLength(2);
    expect(row(after[1] as Bar)).toEqual([MINUTE, "10.5", "12.50", "8.25", "10.2", "777"]);
  });

  it("compares as numbers and not as text", () => {
    const nine = decodeBars([[0, "9", "9.5", "9", "9.5", "1"]]);
    expect(live("1M")("10", 1, "777", nine).map(row)).toEqual([[0, "9", "10", "9", "10", "1"]]);
  });

  it("leaves the bars alone where a quote is stale, older or absent", () => {
    expect(new LiveBars("1D").with(bars, { ...quote("99", MINUTE), stale: true })).toBe(bars);
    expect(new LiveBars("1D").with(bars, quote("99", MINUTE - 1))).toBe(bars);
    expect(new LiveBars("1D").with(bars, undefined)).toBe(bars);
    expect(new LiveBars("1D").with(bars, { ...quote("99", MINUTE), last: null })).toBe(bars);
    expect(new LiveBars("1D").with([], quote("99", 0))).toEqual([]);
  });
});
