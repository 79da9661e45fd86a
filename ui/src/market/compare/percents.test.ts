import { describe, expect, it } from "vitest";
import { type Bar, decodeBar } from "@/api/market";
import { commonStart, momentsOf, percentAt, pointAt, pointsOf } from "./percents";

const bar = (start: number, close: string): Bar => decodeBar([start, "1", "1", "1", close, "7"]);
const point = (time: number, close: string) => ({ time, close });
const midnight = (month: number, day: number) => Date.UTC(2026, month - 1, day);

describe("pointsOf", () => {
  it("lays days of every exchange on their dates, in summer and in winter", () => {
    const york = [bar(Date.UTC(2026, 9, 30, 4), "1"), bar(Date.UTC(2026, 10, 2, 5), "2")];
    const hongKong = [bar(Date.UTC(2026, 9, 29, 16), "3"), bar(Date.UTC(2026, 10, 1, 16), "4")];
    const dates = [midnight(10, 30), midnight(11, 2)];
    const times = (bars: Bar[], zone: string) => pointsOf(bars, "1D", zone).map(({ time }) => time);
    expect(times(york, "America/New_York")).toEqual(dates);
    expect(times(hongKong, "Asia/Hong_Kong")).toEqual(dates);
    expect(times([bar(midnight(11, 2), "5")], "UTC")).toEqual([midnight(11, 2)]);
  });

  it("leaves minutes where they are", () => {
    const [first] = pointsOf([bar(90_000, "1")], "1m", "Asia/Hong_Kong");
    expect(first).toEqual(point(90_000, "1"));
  });
});

describe("a comparison", () => {
  const stock = [point(10, "100"), point(20, "110"), point(40, "99")];
  const coin = [point(15, "50"), point(25, "60"), point(35, "45")];

  it("begins where both have a price, in view", () => {
    expect(commonStart([stock, coin], Number.NEGATIVE_INFINITY)).toBe(15);
    expect(commonStart([stock, coin], 30)).toBe(30);
    expect(commonStart([stock, []], 30)).toBeNull();
    expect(commonStart([], 30)).toBeNull();
  });

  it("measures each against its last price by then, also while its exchange rests", () => {
    expect(percentAt(stock, 15, 40)).toBe("-1.00");
    expect(percentAt(coin, 15, 40)).toBe("-10.00");
    expect(percentAt(stock, 30, 35)).toBe("0.00");
    expect(percentAt(coin, 30, 35)).toBe("-25.00");
    expect(percentAt(coin, 5, 35)).toBeNull();
    expect(percentAt([point(1, "0")], 1, 1)).toBeNull();
  });

  it("knows the price of any moment", () => {
    expect(pointAt(stock, 9)).toBeUndefined();
    expect(pointAt(stock, 39)).toEqual(point(20, "110"));
    expect(pointAt(stock, 99)).toEqual(point(40, "99"));
  });

  it("has a row for each moment of either, the newest first", () => {
    expect(momentsOf([stock, coin], 15)).toEqual([40, 35, 25, 20, 15]);
  });
});
