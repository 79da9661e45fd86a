import {
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type MouseEventParams,
} from "lightweight-charts";
import { formatPercent } from "@/ui";
import { tokenColor } from "@/ui/theme";
import { type ChartFrame, createBoard, DATE_PX, roomOf, second } from "../chart/chartBoard";
import { watchLeftEdge } from "../chart/panning";
import { remembered } from "../chart/remembered";
import { pointAt } from "./percents";
import type { Compared } from "./useComparison";

/** The number of points in view at first. */
const IN_VIEW = 120;

type Line = ISeriesApi<"Line">;

/** A change becomes a float only here, to be drawn. */
const changed = (close: string, base: string) => (Number(close) / Number(base) - 1) * 100;

const percentText = remembered((value: number) => formatPercent(value.toFixed(2)));

/** Lines of the percent changes of instruments since one moment, on one board. */
export class CompareDrawing {
  readonly #chart: IChartApi;
  readonly #lines = new Map<string, Line>();
  readonly #life = new AbortController();
  #count = 0;
  #chosen = false;

  constructor(host: HTMLElement, frame: ChartFrame) {
    this.#chart = createBoard(host, frame);
    const choose = () => {
      this.#chosen = true;
    };
    for (const hand of ["wheel", "pointerdown", "touchstart"]) {
      host.addEventListener(hand, choose, { passive: true, signal: this.#life.signal });
    }
  }

  /** Draws the series relative to their prices at `start`; earlier points too. */
  show(series: readonly Compared[], start: number | null): void {
    this.#drop(series);
    const scale = this.#chart.timeScale();
    const showed = this.#chosen ? scale.getVisibleLogicalRange() : null;
    const count = new Set(series.flatMap(({ points }) => points.map(({ time }) => time))).size;
    for (const one of series) {
      const base = start === null ? undefined : pointAt(one.points, start)?.close;
      this.#lineOf(one).setData(
        base === undefined || Number(base) === 0
          ? []
          : one.points.map(({ time, close }) => ({
              time: second(time),
              value: changed(close, base),
            })),
      );
    }
    const more = count - this.#count;
    this.#count = count;
    if (showed) {
      // Older points are added before the range in view, which is counted from the newest.
      scale.setVisibleLogicalRange({ from: showed.from + more, to: showed.to + more });
    } else if (more !== 0) {
      const shown = Math.min(count, IN_VIEW);
      const room = Math.max(1, roomOf(DATE_PX, shown, scale.width()));
      scale.setVisibleLogicalRange({ from: count - shown, to: count - 1 + room });
    }
  }

  /** Calls back with the first moment in view whenever that changes. */
  onView(view: (from: number) => void): void {
    this.#chart.timeScale().subscribeVisibleTimeRangeChange((range) => {
      if (range) view(Number(range.from) * 1000);
    });
  }

  /** Calls back with the moment that is pointed at, and with null when there is none. */
  onPoint(point: (time: number | null) => void): void {
    this.#chart.subscribeCrosshairMove(({ time, point: at }: MouseEventParams) => {
      point(at === undefined || time === undefined ? null : Number(time) * 1000);
    });
  }

  onLeftEdge(host: HTMLElement, load: () => void): void {
    watchLeftEdge(host, this.#chart.timeScale(), load, this.#life.signal);
  }

  remove(): void {
    this.#life.abort();
    this.#chart.remove();
  }

  #drop(series: readonly Compared[]): void {
    const kept = new Set(series.map(({ market, symbol }) => `${market}.${symbol}`));
    for (const [name, line] of this.#lines) {
      if (kept.has(name)) continue;
      this.#chart.removeSeries(line);
      this.#lines.delete(name);
    }
  }

  #lineOf({ market, symbol, color }: Compared): Line {
    const name = `${market}.${symbol}`;
    const look = { color: tokenColor(color), title: symbol } as const;
    const known = this.#lines.get(name);
    if (known) {
      known.applyOptions(look);
      return known;
    }
    const line = this.#chart.addSeries(LineSeries, {
      ...look,
      lineWidth: 2,
      priceLineVisible: false,
      priceFormat: { type: "custom", formatter: percentText, minMove: 0.01 },
    });
    if (this.#lines.size === 0) {
      line.createPriceLine({
        price: 0,
        color: tokenColor("ink-3"),
        lineStyle: LineStyle.Dotted,
        lineWidth: 1,
        axisLabelVisible: false,
      });
    }
    this.#lines.set(name, line);
    return line;
  }
}
