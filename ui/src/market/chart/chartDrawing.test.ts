// @vitest-environment jsdom
import { LineStyle, type LogicalRange } from "lightweight-charts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Bar, decodeBar } from "@/api/market";
import type { Studied } from "../indicators/catalog";
import { Study } from "../indicators/study";
import type { Studies } from "../indicators/useStudies";
import type { OwnLine } from "../lines/ownLines";
import type { ChartFrame } from "./chartBoard";
import { ChartDrawing } from "./chartDrawing";

/** Replaces the library, which draws on a canvas that jsdom lacks. */
const chart = vi.hoisted(() => ({
  view: null as LogicalRange | null,
  fitted: 0,
  width: 0,
  formats: [] as unknown[],
  series: [] as { kind: string; pane: number; options: object; all: object[]; moved: object[] }[],
  shades: 0,
  lines: [] as object[],
  marks: [] as object[],
  point: (_event: object) => {},
  moved: () => {},
}));

vi.mock("lightweight-charts", async (original) => ({
  ...(await original<typeof import("lightweight-charts")>()),
  createSeriesMarkers: () => ({
    setMarkers: (marks: object[]) => {
      chart.marks = marks;
    },
  }),
  createChartEx: () => ({
    addSeries: (kind: { type: string }, options: { priceFormat?: unknown }, pane = 0) => {
      chart.formats.push(options.priceFormat);
      const series = {
        kind: kind.type,
        pane,
        options: { ...options },
        all: [] as object[],
        moved: [] as object[],
      };
      chart.series.push(series);
      return {
        setData: (points: object[]) => {
          series.all = points;
        },
        update: (point: object) => series.moved.push(point),
        applyOptions: (more: object) => Object.assign(series.options, more),
        createPriceLine: (line: { price: number }) => {
          chart.lines.push(line);
          const applyOptions = (more: object) => Object.assign(line, more);
          return { options: () => line, applyOptions };
        },
        removePriceLine: (line: { options: () => object }) => {
          chart.lines = chart.lines.filter((drawn) => drawn !== line.options());
        },
        priceScale: () => ({ applyOptions() {} }),
        priceToCoordinate: (price: number) => (30 - price) * 10,
        lastValueData: () => ({ noData: false, price: 12.3 }),
      };
    },
    panes: () => [
      { setStretchFactor() {}, attachPrimitive: () => (chart.shades += 1) },
      { setStretchFactor() {}, attachPrimitive: () => (chart.shades += 1) },
    ],
    subscribeCrosshairMove: (moved: typeof chart.point) => {
      chart.point = moved;
    },
    timeScale: () => ({
      getVisibleLogicalRange: () => chart.view,
      setVisibleLogicalRange: (range: LogicalRange) => {
        chart.view = range;
      },
      fitContent: () => {
        chart.fitted += 1;
      },
      subscribeVisibleLogicalRangeChange: (moved: () => void) => {
        chart.moved = moved;
      },
      width: () => chart.width,
    }),
    applyOptions() {},
    remove() {},
  }),
}));

const DAY_MS = 86_400_000;
const bars = (count: number, from = 0): Bar[] =>
  Array.from({ length: count }, (_, index) =>
    decodeBar([(from + index) * DAY_MS, "1", "2", "1", "1.5", "9"]),
  );
const range = (from: number, to: number) => ({ from, to }) as LogicalRange;
const frame: ChartFrame = {
  period: "1D",
  style: "candles",
  over: ["MA"],
  below: ["VOL"],
  language: "en",
  timeZone: "UTC",
  decimals: 4,
};
const none: Studies = new Map();
const line = (own: Partial<OwnLine>) => ({ kind: "limit", quantity: "3", ...own }) as OwnLine;

/** A drawing of 200 bars, of which a gesture has selected a part. */
function chosenDrawing(part: LogicalRange) {
  const host = document.createElement("div");
  const drawing = new ChartDrawing(host, frame);
  drawing.show(bars(200), null, none);
  host.dispatchEvent(new Event("pointerdown"));
  chart.view = part;
  return drawing;
}

beforeEach(() => {
  Object.assign(chart, { view: null, fitted: 0, width: 0, shades: 0 });
  Object.assign(chart, { formats: [], lines: [], marks: [], series: [] });
});

describe("a chart", () => {
  it("shows the newest candles at first, and all of a few", () => {
    const drawing = new ChartDrawing(document.createElement("div"), frame);
    drawing.show(bars(200), null, none);
    expect(chart.view).toEqual(range(140, 200));
    new ChartDrawing(document.createElement("div"), frame).show(bars(20), null, none);
    expect(chart.fitted).toBe(1);
  });

  it("shows more candles where there is room for them", () => {
    chart.width = 1050;
    new ChartDrawing(document.createElement("div"), frame).show(bars(200), null, none);
    // There is room for half a date to the right of the newest.
    expect(chart.view?.from).toBe(50);
    expect(chart.view?.to).toBeCloseTo(199 + (150 * 22) / (1050 - 22));
  });

  it("keeps the part that was chosen when its bars are read again", () => {
    const drawing = chosenDrawing(range(50, 90));
    drawing.show(bars(200), null, none);
    expect(chart.view).toEqual(range(50, 90));
    // Older bars were added at the left: the bars in view have new indices.
    drawing.show(bars(300, -100), null, none);
    expect(chart.view).toEqual(range(150, 190));
  });

  it("hands the part that was chosen on to the drawing that replaces it", () => {
    const untouched = new ChartDrawing(document.createElement("div"), frame);
    untouched.show(bars(200), null, none);
    expect(untouched.view()).toBeNull();
    const chosen = chosenDrawing(range(50, 90)).view();
    chart.view = null;
    new ChartDrawing(document.createElement("div"), frame, chosen).show(bars(200), null, none);
    expect(chart.view).toEqual(range(50, 90));
  });

  it.each(["1D", "intraday"] as const)("names prices by the tick on the chart of %s", (period) => {
    new ChartDrawing(document.createElement("div"), { ...frame, period }).show(bars(3), "1", none);
    const { formatter, tickmarksFormatter, minMove } = chart.formats[0] as {
      minMove: number;
      formatter: (price: number) => string;
      tickmarksFormatter: (prices: number[]) => string[];
    };
    expect(minMove).toBe(0.0001);
    expect(formatter(1234.5)).toBe("1,234.5000");
    // The tag of the last price of 12.3 covers the label of 12.
    expect(tickmarksFormatter([14, 12, 10])).toEqual(["14.0000", "", "10.0000"]);
  });

  it("hears nothing of its host any more once it is removed: the next drawing has the same one", () => {
    const host = document.createElement("div");
    const drawing = new ChartDrawing(host, frame);
    const load = vi.fn();
    drawing.show(bars(200), null, none);
    drawing.onLeftEdge(load);
    chart.view = range(0, 40);
    host.dispatchEvent(new Event("wheel"));
    expect(load).toHaveBeenCalledOnce();
    drawing.remove();
    host.dispatchEvent(new Event("wheel"));
    expect(load).toHaveBeenCalledOnce();
  });

  it("tells which bar the reader points at, and when they leave", () => {
    const onPoint = vi.fn();
    new ChartDrawing(document.createElement("div"), frame).onPoint(onPoint);
    chart.point({ time: 86_400, point: { x: 1, y: 1 } });
    chart.point({ time: 86_400 });
    expect(onPoint.mock.calls).toEqual([[86_400_000], [null]]);
  });

  it("draws own fills below and above their bars, and orders as dashed lines with room for their handles", () => {
    chart.width = 364;
    const drawing = new ChartDrawing(document.createElement("div"), frame);
    drawing.show(bars(200), null, none);
    const buy = line({ id: "1 limit", kind: "limit", price: "1.25" });
    drawing.showTrades(
      [
        { start: DAY_MS, side: "buy", text: "B" },
        { start: 2 * DAY_MS, side: "sell", text: "S" },
      ],
      [buy],
    );
    expect(chart.marks).toMatchObject([
      { time: 86_400, position: "belowBar", text: "B" },
      { time: 172_800, position: "aboveBar", text: "S" },
    ]);
    expect(chart.lines).toMatchObject([
      { price: 1.25, lineStyle: LineStyle.Dashed, axisLabelVisible: true },
    ]);
    expect(chart.view?.to).toBeGreaterThan(205);
    drawing.showTrades([], [{ ...buy, price: "1.30" }]);
    expect(chart.marks).toEqual([]);
    expect(chart.lines).toMatchObject([{ price: 1.3 }]);
    const end = line({ id: "2 end", kind: "liquidation", price: "0.10" });
    drawing.showTrades([], [end]);
    expect(chart.lines).toMatchObject([{ price: 0.1, lineStyle: LineStyle.Solid }]);
  });

  it("leaves a line where it is dragged to when another order changes", () => {
    const drawing = new ChartDrawing(document.createElement("div"), frame);
    drawing.show(bars(3), null, none);
    const [dragged, other] = ["1", "2"].map((id) => line({ id, price: "1.25" }));
    if (!dragged || !other) throw new Error("two lines");
    drawing.showTrades([], [dragged, other]);
    drawing.moveLine("1", "1.40");
    drawing.showTrades([], [dragged, { ...other, price: "1.50" }]);
    expect(chart.lines).toMatchObject([{ price: 1.4 }, { price: 1.5 }]);
    drawing.showTrades([], [{ ...dragged, price: "1.45" }]);
    expect(chart.lines).toMatchObject([{ price: 1.45 }]);
  });

  it.each([
    ["candles", "Candlestick"],
    ["line", "Line"],
    ["area", "Area"],
  ] as const)("is drawn as %s", (style, kind) => {
    new ChartDrawing(document.createElement("div"), { ...frame, style }).show(bars(3), null, none);
    expect(chart.series[0]).toMatchObject({ kind, pane: 0 });
    expect(chart.series[0]?.all[2]).toMatchObject(
      style === "candles" ? { open: 1, high: 2, low: 1, close: 1.5 } : { value: 1.5 },
    );
  });

  it("has the close before the day on charts of minutes, as it is now, and on no others", () => {
    const hour: ChartFrame = { ...frame, period: "60m", style: "line" };
    const drawing = new ChartDrawing(document.createElement("div"), hour);
    drawing.show(bars(3), "1.4", none);
    expect(chart.lines).toMatchObject([{ price: 1.4, lineStyle: LineStyle.Dotted }]);
    drawing.show(bars(3), "1.6", none);
    expect(chart.lines).toMatchObject([{ price: 1.6 }]);
    drawing.show(bars(3), null, none);
    expect(chart.lines).toEqual([]);
    new ChartDrawing(document.createElement("div"), frame).show(bars(3), "1.4", none);
    expect(chart.lines).toEqual([]);
  });

  /** A drawing of bars with their studies. */
  function studied(of: Bar[], names: Studied[], own: Partial<ChartFrame>) {
    const studies = new Map(names.map((name) => [name, new Study(name).follow(of)]));
    const drawing = new ChartDrawing(document.createElement("div"), { ...frame, ...own });
    drawing.show(of, null, studies);
    const follow = (next: Bar[]) => {
      for (const study of studies.values()) study.follow(next);
      drawing.show(next, null, studies);
    };
    return { follow };
  }

  it("has averages over the prices from the first bar on that has enough before it", () => {
    studied(bars(30), ["MA"], {});
    const [, five, , twenty, sixty] = chart.series;
    expect(five?.all[0]).toEqual({ time: (4 * DAY_MS) / 1000, value: 1.5 });
    expect([five, twenty, sixty].map((series) => series?.all.length)).toEqual([26, 11, 0]);
    expect(chart.series.map(({ pane }) => pane)).toEqual([0, 0, 0, 0, 0, 1]);
  });

  it("has each indicator beneath in a pane of its own, columns behind its lines", () => {
    studied(bars(60), ["MACD", "KDJ"], { over: [], below: ["VOL", "MACD", "KDJ"] });
    expect(chart.series.slice(1).map(({ kind, pane }) => `${kind} ${pane}`)).toEqual([
      "Histogram 1",
      ...["Histogram 2", "Line 2", "Line 2"],
      ...["Line 3", "Line 3", "Line 3"],
    ]);
    expect(chart.lines).toMatchObject([{ price: 20 }, { price: 80 }]);
  });

  it("sets of an indicator what a tick has changed, and all of it when older bars come", () => {
    const week = bars(60);
    const { follow } = studied(week, ["MA"], {});
    const [, five] = chart.series;
    expect(five?.moved).toEqual([]);
    const last = week.at(-1) as Bar;
    follow([...week.slice(0, -1), { ...last, close: "2.5" }]);
    expect(five?.moved).toEqual([{ time: (59 * DAY_MS) / 1000, value: 1.7 }]);
    expect(five?.all).toHaveLength(56);
    follow([...bars(100, -100), ...week]);
    expect(five?.moved).toHaveLength(1);
    expect(five?.all).toHaveLength(156);
  });

  it("draws a tick that is out of view when the hand rests that moves older bars", () => {
    vi.useFakeTimers();
    const month = bars(60);
    const { follow } = studied(month, ["MA"], {});
    const [candles, five] = chart.series;
    const tick = (close: string) =>
      follow([...month.slice(0, -1), { ...(month.at(-1) as Bar), close }]);
    chart.view = range(40, 60);
    chart.moved();
    tick("2.5");
    expect(candles?.moved).toMatchObject([{ close: 2.5 }]);
    chart.view = range(10, 30);
    chart.moved();
    tick("3.5");
    tick("4.5");
    expect(candles?.moved).toHaveLength(1);
    vi.advanceTimersByTime(200);
    expect(candles?.moved).toMatchObject([{ close: 2.5 }, { close: 4.5 }]);
    expect(five?.moved.at(-1)).toMatchObject({ value: 2.1 });
    vi.useRealTimers();
  });

  it("shades every pane where there is something outside of regular hours", () => {
    const drawing = new ChartDrawing(document.createElement("div"), { ...frame, period: "5m" });
    drawing.show(bars(3), null, none);
    drawing.showSessions([]);
    expect(chart.shades).toBe(0);
    drawing.showSessions([{ session: "pre", first: 0, last: DAY_MS }]);
    drawing.showSessions([]);
    expect(chart.shades).toBe(2);
  });
});
