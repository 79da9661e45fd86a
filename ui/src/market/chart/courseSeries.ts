import { type IChartApi, type ISeriesApi, LineSeries, type LineWidth } from "lightweight-charts";
import type { Bar } from "@/api/market";
import { type Figure, formatPercent } from "@/ui";
import { tokenColor } from "@/ui/theme";
import { type ChartFrame, second } from "./chartBoard";
import { scaledAround } from "./dayScale";
import { remembered } from "./remembered";
import { type DayClock, tradingDayAt } from "./tradingDay";

const QUIET = {
  lastValueVisible: false,
  priceLineVisible: false,
  crosshairMarkerVisible: false,
} as const;

const percentText = remembered((value: number) => formatPercent(value.toFixed(2)));

/** `averagePrice` of the day up to each bar, in floats to be drawn; null before anything was traded. */
export function runningAverages(bars: readonly Bar[], scale: DayClock): (number | null)[] {
  let [value, volume, day] = [0, 0, Number.NaN];
  return bars.map((bar) => {
    const barDay = tradingDayAt(bar.start, scale);
    if (barDay !== day) [value, volume, day] = [0, 0, barDay];
    const traded = Number(bar.volume);
    value += ((Number(bar.high) + Number(bar.low) + Number(bar.close)) / 3) * traded;
    volume += traded;
    return volume > 0 ? value / volume : null;
  });
}

/**
 * The extras of an intraday chart: the average price so far, and at the left a scale in percent of the previous close.
 */
export class CourseSeries {
  readonly #average: ISeriesApi<"Line"> | null;
  readonly #percent: ISeriesApi<"Line">;
  readonly #chart: IChartApi;
  readonly #frame: ChartFrame;
  #bars: readonly Bar[] = [];
  #close: number | null = null;

  constructor(chart: IChartApi, price: ISeriesApi<"Candlestick">, frame: ChartFrame) {
    const { hasVolume = true } = frame;
    this.#chart = chart;
    this.#frame = frame;
    price.applyOptions({ autoscaleInfoProvider: scaledAround(() => this.#close) });
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
    const averages = runningAverages(bars, this.#frame);
    this.#average?.setData(
      bars.flatMap(({ start }, at) => {
        const value = averages[at];
        return value ? [{ time: second(start), value }] : [];
      }),
    );
    this.#drawPercents();
  }

  /** Redraws all: an average depends on all bars before, and a day has few minutes. */
  move(bars: readonly Bar[]): void {
    this.setAll(bars);
  }

  /** Sets the close that the day is compared with. */
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
