// @vitest-environment jsdom
import i18next from "i18next";
import { beforeAll, describe, expect, it } from "vitest";
import { type Bar, decodeBar } from "@/api/market";
import { installPlatform } from "@/test/platform";
import { beginTexts } from "@/test/texts";
import { barAt, barTime, type ChartScale, closeBefore, readingOf } from "./readings";

const MINUTE = 60_000;
/** 20 November 2026, 11:02 in New York. */
const MORNING = Date.UTC(2026, 10, 20, 16, 2);
const bar = (start: number, close: string): Bar =>
  decodeBar([start, "99", "120", "90", close, "7"]);
const scale = (own: Partial<ChartScale> = {}): ChartScale => ({
  period: "1W",
  timeZone: "America/New_York",
  previousClose: "100",
  ...own,
});

describe("barAt", () => {
  it("finds the last bar that begins by a moment", () => {
    const bars = [bar(10, "1"), bar(20, "1"), bar(30, "1")];
    expect([5, 10, 19, 20, 99].map((moment) => barAt(bars, moment))).toEqual([-1, 0, 0, 1, 2]);
    expect(barAt([], 5)).toBe(-1);
  });
});

describe("what a bar is measured against", () => {
  it("is the bar before it", () => {
    const bars = [bar(1, "98"), bar(2, "102"), bar(3, "105")];
    expect(closeBefore(bars, 1, scale())).toBe("98");
    expect(closeBefore(bars, 2, scale())).toBe("102");
    expect(closeBefore(bars, 0, scale())).toBeNull();
  });

  it("is for today's bar the close that the head of the page goes by", () => {
    const bars = [bar(1, "98"), bar(2, "102")];
    expect(closeBefore(bars, 1, scale({ period: "1D" }))).toBe("100");
    expect(closeBefore(bars, 1, scale({ period: "1D", previousClose: null }))).toBe("98");
  });

  it("is for a minute the close of the day before, on the exchange's clock", () => {
    const evening = MORNING - 24 * 60 * MINUTE;
    const bars = [
      bar(evening - MINUTE, "97"),
      bar(evening, "98"),
      bar(MORNING, "101"),
      bar(MORNING + MINUTE, "102"),
    ];
    const minutes = scale({ period: "intraday" });
    expect(closeBefore(bars, 3, minutes)).toBe("100");
    expect(closeBefore(bars, 2, minutes)).toBe("100");
    const newer = [...bars, bar(MORNING + 24 * 60 * MINUTE, "103")];
    expect(closeBefore(newer, 3, minutes)).toBe("98");
    expect(closeBefore(newer, 0, minutes)).toBeNull();
  });
});

describe("a reading", () => {
  const bars = Array.from({ length: 30 }, (_, index) => bar(index * 10, String(100 + index)));

  it("is of the bar that is pointed at", () => {
    expect(readingOf(bars, 100, scale())).toEqual({
      bar: bars[10],
      change: "1",
      percent: "0.92",
      index: 10,
    });
  });

  it("is of the newest bar while none is pointed at, and of nothing where there is none", () => {
    expect(readingOf(bars, null, scale())?.bar).toBe(bars[29]);
    expect(readingOf([], null, scale())).toBeNull();
  });
});

describe("the time of a bar", () => {
  beforeAll(() => {
    installPlatform();
    return beginTexts().then(() => i18next.loadNamespaces("chart"));
  });

  it.each([
    ["intraday", "en", "20 Nov, 11:02 ET"],
    ["15m", "en", "20 Nov, 11:02 ET"],
    ["1D", "en", "20 Nov 2026"],
    ["1W", "en", "Week of 20 Nov 2026"],
    ["1M", "en", "Nov 2026"],
    ["3M", "en", "Q4 2026"],
    ["1Y", "en", "2026"],
    ["intraday", "zh-Hans", "11月20日 11:02 ET"],
  ] as const)("on a chart of %s in %s", (period, language, expected) => {
    const t = i18next.getFixedT("en", "chart");
    expect(barTime(MORNING, { period, timeZone: "America/New_York" }, language, t)).toBe(expected);
  });
});
