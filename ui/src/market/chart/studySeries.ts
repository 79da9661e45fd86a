import Big from "big.js";
import {
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type SeriesPartialOptionsMap,
} from "lightweight-charts";
import type { Bar } from "@/api/market";
import { formatCompact } from "@/ui";
import { tokenColor } from "@/ui/theme";
import { decimalsOfStudy, type Indicator, LOOKS } from "../indicators/catalog";
import type { Study } from "../indicators/study";
import { type ChartFrame, second } from "./chartBoard";
import { remembered } from "./remembered";

/** The opacity of columns. */
const COLUMN_ALPHA = "8f";

/** Options of a series without a tag on the scale. */
const QUIET = { lastValueVisible: false, priceLineVisible: false } as const;

/** The volume as columns, each in the colour of its bar. */
export class VolumeSeries {
  readonly #columns: ISeriesApi<"Histogram">;
  readonly #rise = `${tokenColor("rise")}${COLUMN_ALPHA}`;
  readonly #fall = `${tokenColor("fall")}${COLUMN_ALPHA}`;

  constructor(chart: IChartApi, { language }: ChartFrame, pane: number) {
    const formatter = remembered((volume) => formatCompact(volume.toFixed(0), language));
    const priceFormat = { type: "custom", minMove: 1, formatter } as const;
    this.#columns = chart.addSeries(HistogramSeries, { ...QUIET, priceFormat }, pane);
    giveRoom(this.#columns, 0);
  }

  setAll(bars: readonly Bar[]): void {
    this.#columns.setData(bars.map((bar) => this.#point(bar)));
  }

  move(bars: readonly Bar[], from: number): void {
    for (const bar of bars.slice(from)) this.#columns.update(this.#point(bar));
  }

  #point({ start, open, close, volume }: Bar) {
    const color = new Big(close).lt(open) ? this.#fall : this.#rise;
    return { time: second(start), value: Number(volume), color };
  }
}

/** Leaves the upper part of a pane free for its name and figures. */
function giveRoom(series: ISeriesApi<"Histogram" | "Line">, bottom: number): void {
  series.priceScale().applyOptions({ scaleMargins: { top: 0.3, bottom } });
}

/** The lines of an indicator, over the prices (pane 0) or in their own pane. */
export class StudySeries {
  readonly #study: Study;
  readonly #lines: (ISeriesApi<"Line"> | ISeriesApi<"Histogram">)[];
  readonly #rise = `${tokenColor("rise")}${COLUMN_ALPHA}`;
  readonly #fall = `${tokenColor("fall")}${COLUMN_ALPHA}`;
  /** The index of the line drawn as columns; -1 without one. */
  readonly #columns: number;

  constructor(chart: IChartApi, frame: ChartFrame, name: Indicator, pane: number, study: Study) {
    this.#study = study;
    const { lines, columns, dashed, levels } = LOOKS[name];
    this.#columns = columns ? lines.length - 1 : -1;
    const decimals = decimalsOfStudy(name, frame.decimals);
    const look = {
      ...QUIET,
      priceFormat: { type: "price", minMove: 10 ** -decimals, precision: decimals },
    } as const;
    const line = ({ color }: { color: string }): SeriesPartialOptionsMap["Line"] => ({
      ...look,
      color: tokenColor(color),
      lineWidth: 1,
      lineStyle: dashed ? LineStyle.Dashed : LineStyle.Solid,
      crosshairMarkerVisible: false,
    });
    // Columns are drawn first, so that the lines lie over them.
    const column = columns ? chart.addSeries(HistogramSeries, look, pane) : null;
    this.#lines = lines.map((one, index) =>
      column && index === this.#columns ? column : chart.addSeries(LineSeries, line(one), pane),
    );
    const [first] = this.#lines;
    if (pane === 0 || !first) return;
    giveRoom(first, 0.08);
    for (const price of levels ?? []) {
      first.createPriceLine({
        price,
        color: tokenColor("ink-3"),
        lineStyle: LineStyle.Dotted,
        lineWidth: 1,
        axisLabelVisible: false,
      });
    }
  }

  setAll(bars: readonly Bar[]): void {
    for (const [line, series] of this.#lines.entries()) series.setData(this.#points(bars, line, 0));
  }

  move(bars: readonly Bar[], from: number): void {
    for (const [line, series] of this.#lines.entries()) {
      for (const point of this.#points(bars, line, from)) series.update(point);
    }
  }

  #points(bars: readonly Bar[], line: number, from: number) {
    const points = [];
    for (let at = from; at < bars.length; at += 1) {
      const value = this.#study.values[at]?.[line] ?? null;
      const bar = bars[at];
      if (value === null || !bar) continue;
      const time = second(bar.start);
      if (line !== this.#columns) points.push({ time, value });
      else points.push({ time, value, color: value < 0 ? this.#fall : this.#rise });
    }
    return points;
  }
}
