import { LineStyle, type LogicalRange } from "lightweight-charts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Bar, decodeBar } from "@/api/market";
import { ChartDrawing } from "./chartDrawing";

/** What stands in for the library, which draws on a canvas that jsdom lacks. */
const chart = vi.hoisted(() => ({
  view: null as LogicalRange | null,
  fitted: 0,
  width: 0,
  formats: [] as unknown[],
  lines: [] as object[],
  marks: [] as object[],
  point: (_event: object) => {},
}));

vi.mock("lightweight-charts", async (original) => ({
  ...(await original<typeof import("lightweight-charts")>()),
  createSeriesMarkers: () => ({
    setMarkers: (marks: object[]) => {
      chart.marks = marks;
    },
  }),
  createChart: () => ({
    addSeries: (_kind: unknown, options: { priceFormat?: unknown }) => {
      chart.formats.push(options.priceFormat);
      return {
        setData() {},
        update() {},
        applyOptions() {},
        createPriceLine: (line: { price: number; title?: string }) => {
          if (line.title) chart.lines.push(line);
          return { options: () => line };
        },
        removePriceLine: (line: { options: () => object }) => {
          chart.lines = chart.lines.filter((drawn) => drawn !== line.options());
        },
        priceScale: () => ({ applyOptions() {} }),
        priceToCoordinate: (price: number) => (30 - price) * 10,
        lastValueData: () => ({ noData: false, price: 12.3 }),
      };
    },
    panes: () => [],
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
      subscribeVisibleLogicalRangeChange() {},
      width: () => chart.width,
    }),
    remove() {},
  }),
}));

const DAY_MS = 86_400_000;
const bars = (count: number, from = 0): Bar[] =>
  Array.from({ length: count }, (_, index) =>
    decodeBar([(from + index) * DAY_MS, "1", "2", "1", "1.5", "9"]),
  );
const range = (from: number, to: number) => ({ from, to }) as LogicalRange;
const frame = { period: "1D", language: "en", timeZone: "UTC", decimals: 4 } as const;

/** A drawing of 200 bars of which a hand has chosen a part. */
function chosenDrawing(part: LogicalRange) {
  const host = document.createElement("div");
  const drawing = new ChartDrawing(host, frame);
  drawing.show(bars(200), null);
  host.dispatchEvent(new Event("pointerdown"));
  chart.view = part;
  return drawing;
}

beforeEach(() => {
  Object.assign(chart, { view: null, fitted: 0, width: 0, formats: [], lines: [], marks: [] });
});

describe("a chart", () => {
  it("shows the newest candles at first, and all of a few", () => {
    const drawing = new ChartDrawing(document.createElement("div"), frame);
    drawing.show(bars(200), null);
    expect(chart.view).toEqual(range(140, 200));
    new ChartDrawing(document.createElement("div"), frame).show(bars(20), null);
    expect(chart.fitted).toBe(1);
  });

  it("shows more candles where there is room for them", () => {
    chart.width = 1050;
    new ChartDrawing(document.createElement("div"), frame).show(bars(200), null);
    expect(chart.view).toEqual(range(50, 200));
  });

  it("keeps the part that was chosen when its bars are read again", () => {
    const drawing = chosenDrawing(range(50, 90));
    drawing.show(bars(200), null);
    expect(chart.view).toEqual(range(50, 90));
    // Older bars came in at the left: what was in view has other numbers now.
    drawing.show(bars(300, -100), null);
    expect(chart.view).toEqual(range(150, 190));
  });

  it("hands the part that was chosen on to the drawing that replaces it", () => {
    const untouched = new ChartDrawing(document.createElement("div"), frame);
    untouched.show(bars(200), null);
    expect(untouched.view()).toBeNull();
    const chosen = chosenDrawing(range(50, 90)).view();
    chart.view = null;
    new ChartDrawing(document.createElement("div"), frame, chosen).show(bars(200), null);
    expect(chart.view).toEqual(range(50, 90));
  });

  it.each(["1D", "intraday"] as const)("names prices by the tick on the chart of %s", (period) => {
    new ChartDrawing(document.createElement("div"), { ...frame, period }).show(bars(3), "1");
    const { formatter, tickmarksFormatter, minMove } = chart.formats[0] as {
      minMove: number;
      formatter: (price: number) => string;
      tickmarksFormatter: (prices: number[]) => string[];
    };
    expect(minMove).toBe(0.0001);
    expect(formatter(1234.5)).toBe("1,234.5000");
    // The last price of 12.3 has a tag where the label of 12 would stand.
    expect(tickmarksFormatter([14, 12, 10])).toEqual(["14.0000", "", "10.0000"]);
  });

  it("tells which bar the reader points at, and when they leave", () => {
    const onPoint = vi.fn();
    new ChartDrawing(document.createElement("div"), frame).onPoint(onPoint);
    chart.point({ time: 86_400, point: { x: 1, y: 1 } });
    chart.point({ time: 86_400 });
    expect(onPoint.mock.calls).toEqual([[86_400_000], [null]]);
  });

  it("draws own fills below and above their bars, and orders as dashed lines with room beside them", () => {
    chart.width = 364;
    const drawing = new ChartDrawing(document.createElement("div"), frame);
    drawing.show(bars(200), null);
    const buy = { price: "1.25", text: "Buy 3" };
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
      { price: 1.25, title: "Buy 3", lineStyle: LineStyle.Dashed, axisLabelVisible: true },
    ]);
    expect(chart.view?.to).toBeGreaterThan(205);
    drawing.showTrades([], [{ ...buy, price: "1.30" }]);
    expect(chart.marks).toEqual([]);
    expect(chart.lines).toMatchObject([{ price: 1.3 }]);
  });
});
