import {
  type AutoscaleInfo,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  type LineWidth,
} from "lightweight-charts";
import type { Bar } from "@/api/market";
import { type Figure, formatPercent } from "@/ui";
import { tokenColor } from "@/ui/theme";
import { runningAverages } from "./averagePrice";
import { type ChartFrame, second } from "./chartBoard";
import { remembered } from "./remembered";

type Range = { minValue: number; maxValue: number };

/** A range with the close before in its middle, so that what lies above and below it has the same room. */
export function around(middle: number, { minValue, maxValue }: Range): Range {
  const reach = Math.max(Math.abs(maxValue - middle), Math.abs(minValue - middle));
  return { minValue: middle - reach, maxValue: middle + reach };
}

/** The scale of a series around a value that may not be known yet. */
export const scaledAround =
  (middle: () => number | null) =>
  (original: () => AutoscaleInfo | null): AutoscaleInfo | null => {
    const [info, at] = [original(), middle()];
    if (at === null || !info?.priceRange) return info;
    return { ...info, priceRange: around(at, info.priceRange) };
  };

const QUIET = {
  lastValueVisible: false,
  priceLineVisible: false,
  crosshairMarkerVisible: false,
} as const;

const percentText = remembered((value: number) => formatPercent(value.toFixed(2)));

/** What goes with the course of a day: the average price so far, and at the left what prices are against the close before. */
export class CourseSeries {
  readonly #average: ISeriesApi<"Line"> | null;
  readonly #percent: ISeriesApi<"Line">;
  readonly #chart: IChartApi;
  #bars: readonly Bar[] = [];
  #close: number | null = null;

  constructor(chart: IChartApi, { hasVolume = true }: ChartFrame) {
    this.#chart = chart;
    this.#average = hasVolume
      ? chart.addSeries(LineSeries, {
          ...QUIET,
          color: tokenColor("brass"),
          lineWidth: 1.5 as LineWidth,
          autoscaleInfoProvider: () => null,
        })
      : null;
    this.#percent = chart.addSeries(LineSeries, {
      ...QUIET,
      lineVisible: false,
      priceScaleId: "left",
      priceFormat: { type: "custom", formatter: percentText, minMove: 0.01 },
      autoscaleInfoProvider: scaledAround(() => (this.#close === null ? null : 0)),
    });
  }

  setAll(bars: readonly Bar[]): void {
    this.#bars = bars;
    const averages = runningAverages(bars);
    this.#average?.setData(
      bars.flatMap(({ start }, at) => {
        const value = averages[at];
        return value ? [{ time: second(start), value }] : [];
      }),
    );
    this.#drawPercents();
  }

  /** All of it: an average has everything before in it, and a day has few minutes. */
  move(bars: readonly Bar[]): void {
    this.setAll(bars);
  }

  /** The close that the day is measured against. */
  measure(previousClose: Figure): void {
    const close = previousClose ? Number(previousClose) : null;
    if (close === this.#close) return;
    this.#close = close;
    this.#chart.applyOptions({
      leftPriceScale: {
        visible: close !== null,
        borderVisible: false,
        entireTextOnly: true,
        scaleMargins: { top: 0.08, bottom: 0.08 },
      },
    });
    this.#drawPercents();
  }

  #drawPercents(): void {
    const close = this.#close;
    this.#percent.setData(
      close
        ? this.#bars.map((bar) => ({
            time: second(bar.start),
            value: (Number(bar.close) / close - 1) * 100,
          }))
        : [],
    );
  }
}
