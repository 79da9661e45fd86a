import {
  AreaSeries,
  CandlestickSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineSeries,
  LineStyle,
} from "lightweight-charts";
import type { Bar } from "@/api/market";
import { subtract } from "@/decimal";
import { directionOf, type Figure, formatPrice } from "@/ui";
import { tokenColor } from "@/ui/theme";
import { besideTags } from "./axisLabels";
import { type ChartFrame, second } from "./chartBoard";
import { isOfTheDay } from "./periods";
import { remembered } from "./remembered";

type Series = ISeriesApi<"Candlestick"> | ISeriesApi<"Area"> | ISeriesApi<"Line">;

/** The prices as candles, a line or an area, with the previous close if the bars are within a day. */
export class PriceSeries {
  readonly #frame: ChartFrame;
  readonly #format: (price: number) => string;
  readonly #series: Series;
  #closeLine: IPriceLine | null = null;
  #close: Figure = null;
  #color = "";
  /** Lines with a tag on the scale, and the position of the last price's tag when the labels were last written. */
  #lines: readonly IPriceLine[] = [];
  #tagHeight = Number.NaN;

  constructor(chart: IChartApi, frame: ChartFrame) {
    const { decimals } = frame;
    this.#frame = frame;
    this.#format = remembered((price) => formatPrice(price.toFixed(decimals), decimals));
    this.#series = this.#add(chart);
  }

  /** The library's series, for attachments. All its types have the methods used. */
  get series(): ISeriesApi<"Candlestick"> {
    return this.#series as ISeriesApi<"Candlestick">;
  }

  setAll(bars: readonly Bar[]): void {
    this.#series.setData(bars.map((bar) => this.#point(bar)) as never);
  }

  move(bar: Bar): void {
    this.#series.update(this.#point(bar) as never);
  }

  /** Compares bars within a day with the close of the day before, which is drawn. */
  measure(bars: readonly Bar[], previousClose: Figure): void {
    const before = isOfTheDay(this.#frame.period) ? previousClose : null;
    const last = bars.at(-1);
    this.#paint(before && last ? subtract(last.close, before) : null);
    if (before === this.#close) return;
    this.#close = before;
    if (this.#closeLine) this.#series.removePriceLine(this.#closeLine);
    this.#closeLine = before
      ? this.#series.createPriceLine({
          price: Number(before),
          color: tokenColor("ink-3"),
          lineStyle: LineStyle.Dotted,
          lineWidth: 1,
          axisLabelVisible: false,
        })
      : null;
  }

  /** Sets the lines that have tags. */
  tag(lines: readonly IPriceLine[]): void {
    this.#lines = lines;
    this.#tagHeight = Number.NaN;
    this.clearLabels();
  }

  /**
   * Rewrites the scale's labels if the last price's tag has moved. That lays out the whole chart, so it is done when
   * the chart is at rest: while the scale is moved, the library rewrites them itself.
   */
  clearLabels(): void {
    const last = this.#series.lastValueData(false);
    if (last.noData) return;
    const height = Math.round(this.#heightOf(last.price) ?? Number.NaN);
    if (Object.is(height, this.#tagHeight)) return;
    this.#tagHeight = height;
    this.#series.applyOptions({ priceFormat: this.#priceFormat });
  }

  /** The prices of all tags on the scale. */
  #tags(): number[] {
    const last = this.#series.lastValueData(false);
    const lines = this.#lines.map((line) => line.options().price);
    return last.noData ? lines : [last.price, ...lines];
  }

  #add(chart: IChartApi): Series {
    const priceFormat = this.#priceFormat;
    if (this.#frame.style === "line")
      return chart.addSeries(LineSeries, { lineWidth: 2, priceFormat });
    if (this.#frame.style === "area")
      return chart.addSeries(AreaSeries, { lineWidth: 2, priceFormat });
    const [rise, fall] = [tokenColor("rise"), tokenColor("fall")];
    return chart.addSeries(CandlestickSeries, {
      upColor: rise,
      wickUpColor: rise,
      downColor: fall,
      wickDownColor: fall,
      borderVisible: false,
      priceLineColor: tokenColor("ink-2"),
      priceFormat,
    });
  }

  /** A line of one day has the colour of the day's change, which may turn. A longer one is neutral. */
  #paint(change: Figure): void {
    if (this.#frame.style === "candles") return;
    const falls = change !== null && directionOf(change) === "fall";
    const color = tokenColor(change === null ? "ink" : falls ? "fall" : "rise");
    if (color === this.#color) return;
    this.#color = color;
    const areas = { lineColor: color, topColor: `${color}2e`, bottomColor: `${color}00` };
    const line = this.#frame.style === "line" ? { color } : areas;
    this.#series.applyOptions({ ...line, priceLineColor: color });
  }

  /** A new object each time, since the library rewrites its labels only for a new one. */
  get #priceFormat() {
    return {
      type: "custom",
      minMove: 10 ** -this.#frame.decimals,
      formatter: this.#format,
      tickmarksFormatter: (prices: readonly number[]) =>
        besideTags(prices, this.#tags(), (price) => this.#heightOf(price), this.#format),
    } as const;
  }

  #heightOf(price: number): number | null {
    return this.#series.priceToCoordinate(price);
  }

  /** A bar in the library's format: a price becomes a float only here, to be drawn. */
  #point({ start, open, high, low, close }: Bar) {
    const time = second(start);
    if (this.#frame.style !== "candles") return { time, value: Number(close) };
    return {
      time,
      open: Number(open),
      high: Number(high),
      low: Number(low),
      close: Number(close),
    };
  }
}
