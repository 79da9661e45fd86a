import type { LogicalRange } from "lightweight-charts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Bar, decodeBar } from "@/api/market";
import { ChartDrawing } from "./chartDrawing";

/** What stands in for the library, which draws on a canvas that jsdom lacks. */
const chart = vi.hoisted(() => ({
  view: null as LogicalRange | null,
  fitted: 0,
  formats: [] as unknown[],
}));

vi.mock("lightweight-charts", async (original) => ({
  ...(await original<typeof import("lightweight-charts")>()),
  createChart: () => ({
    addSeries: (_kind: unknown, options: { priceFormat?: unknown }) => {
      chart.formats.push(options.priceFormat);
      return { setData() {}, update() {}, createPriceLine() {} };
    },
    priceScale: () => ({ applyOptions() {} }),
    timeScale: () => ({
      getVisibleLogicalRange: () => chart.view,
      setVisibleLogicalRange: (range: LogicalRange) => {
        chart.view = range;
      },
      fitContent: () => {
        chart.fitted += 1;
      },
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

beforeEach(() => {
  Object.assign(chart, { view: null, fitted: 0, formats: [] });
});

describe("a chart", () => {
  it("shows the newest candles at first, and all of a few", () => {
    const drawing = new ChartDrawing(document.createElement("div"), frame);
    drawing.show(bars(200), null);
    expect(chart.view).toEqual(range(140, 200));
    new ChartDrawing(document.createElement("div"), frame).show(bars(20), null);
    expect(chart.fitted).toBe(1);
  });

  it("keeps the part that was chosen when its bars are read again", () => {
    const drawing = new ChartDrawing(document.createElement("div"), frame);
    drawing.show(bars(200), null);
    chart.view = range(50, 90);
    drawing.show(bars(200), null);
    expect(chart.view).toEqual(range(50, 90));
    // Older bars came in at the left: what was in view has other numbers now.
    drawing.show(bars(300, -100), null);
    expect(chart.view).toEqual(range(150, 190));
  });

  it("hands the part that was chosen on to the drawing that replaces it", () => {
    const drawing = new ChartDrawing(document.createElement("div"), frame);
    expect(drawing.view()).toBeNull();
    drawing.show(bars(200), null);
    chart.view = range(50, 90);
    const chosen = drawing.view();
    chart.view = null;
    new ChartDrawing(document.createElement("div"), frame, chosen).show(bars(200), null);
    expect(chart.view).toEqual(range(50, 90));
  });

  it.each(["1D", "intraday"] as const)("names prices by the tick on the chart of %s", (period) => {
    new ChartDrawing(document.createElement("div"), { ...frame, period }).show(bars(3), "1");
    expect(chart.formats[0]).toEqual({ type: "price", precision: 4, minMove: 0.0001 });
  });
});
