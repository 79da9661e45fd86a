import { describe, expect, it } from "vitest";
import type { Bar } from "@/api/types";
import type { Quote } from "@/push/quotes";
import { movingAverage, withQuote } from "./liveBars";

const MINUTE = 60_000;
const bars: Bar[] = [
  [0, "10", "11", "9", "10.5", "100"],
  [MINUTE, "10.5", "10.6", "10.4", "10.5", "50"],
];

const quote = (price: string, time: number): Quote => ({
  price_nominal: price,
  quoteTimestamp: String(time),
  change: "0",
  change_ratio: "0",
  bid: price,
  ask: price,
  bidSize: "1",
  askSize: "1",
  open: "10",
  high: "12.50",
  low: "8.25",
  volume: "777",
  tickSeq: "1",
  feed: "sim",
  session: "regular",
  stale: false,
});

describe("withQuote", () => {
  it("moves the last bar within its minute", () => {
    const after = withQuote(bars, quote("10.72", MINUTE + 5_000), "intraday");
    expect(after).toHaveLength(2);
    expect(after[1]).toEqual([MINUTE, "10.5", "10.72", "10.4", "10.72", "50"]);
    expect(bars[1]?.[4]).toBe("10.5");
  });

  it("begins a bar with a new minute", () => {
    const after = withQuote(bars, quote("10.2", 3 * MINUTE + 59_999), "intraday");
    expect(after[2]).toEqual([3 * MINUTE, "10.2", "10.2", "10.2", "10.2", "0"]);
  });

  it("gives the bar of the day the day's own range and volume", () => {
    const after = withQuote(bars, quote("10.2", 5 * MINUTE), "1D");
    expect(after).toHaveLength(2);
    expect(after[1]).toEqual([MINUTE, "10.5", "12.50", "8.25", "10.2", "777"]);
  });

  it("compares as numbers and not as text", () => {
    const nine: Bar[] = [[0, "9", "9.5", "9", "9.5", "1"]];
    expect(withQuote(nine, quote("10", 1), "1M")[0]).toEqual([0, "9", "10", "9", "10", "1"]);
  });

  it("leaves the bars alone where a quote is stale, older or absent", () => {
    expect(withQuote(bars, { ...quote("99", MINUTE), stale: true }, "1D")).toBe(bars);
    expect(withQuote(bars, quote("99", MINUTE - 1), "1D")).toBe(bars);
    expect(withQuote(bars, undefined, "1D")).toBe(bars);
    expect(withQuote([], quote("99", 0), "1D")).toEqual([]);
  });
});

describe("movingAverage", () => {
  const closes = (values: string[]): Bar[] =>
    values.map((close, index) => [index, close, close, close, close, "1"]);

  it("begins where there are enough bars, and is exact", () => {
    expect(movingAverage(closes(["0.1", "0.2", "0.3", "0.7"]), 3)).toEqual([
      { time: 2, value: "0.2000" },
      { time: 3, value: "0.4000" },
    ]);
  });

  it("is empty where there are too few", () => {
    expect(movingAverage(closes(["1", "2"]), 5)).toEqual([]);
  });
});
