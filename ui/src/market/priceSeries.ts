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
import { directionOf, type Figure, formatPrice } from "@/ui";
import { subtract } from "@/ui/decimal";
import { tokenColor } from "@/ui/theme";
import { besideTags } from "./axisLabels";
import { type ChartFrame, second } from "./chartBoard";
import { isOfTheDay } from "./periods";
import { remembered } from "./remembered";

type Series = ISeriesApi<"Candlestick"> | ISeriesApi<"Area"> | ISeriesApi<"Line">;

/** The prices as candles, a line or an area, with the close before them where the bars are parts of a day. */
export class PriceSeries {
  readonly #frame: ChartFrame;
  readonly #format: (price: number) => string;
  readonly #series: Series;
  #closeLine: IPriceLine | null = null;
  #close: Figure = null;
  #color = "";
  /** Lines that have a tag on the scale, and where that of the last price stood when the labels were last written. */
  #lines: readonly IPriceLine[] = [];
  #tagHeight = Number.NaN;

  constructor(chart: IChartApi, frame: ChartFrame) {
    const { decimals } = frame;
    this.#frame = frame;
    this.#format = remembered((price) => formatPrice(price.toFixed(decimals), decimals));
    this.#series = this.#add(chart);
  }

  /** The library's own, for what else hangs on the prices. All kinds of it do the same. */
  get series(): ISeriesApi<"Candlestick"> {
    return this.#series as ISeriesApi<"Candlestick">;
  }

  setAll(bars: readonly Bar[]): void {
    this.#series.setData(bars.map((bar) => this.#point(bar)) as never);
  }

  move(bar: Bar): void {
    this.#series.update(this.#point(bar) as never);
  }

  /** Minutes are measured against the close of the day before, which is drawn. */
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

  /** Other lines have tags now. */
  tag(lines: readonly IPriceLine[]): void {
    this.#lines = lines;
    this.#tagHeight = Number.NaN;
    this.clearLabels();
  }

  /**
   * Has the scale's labels written again where the tag of the last price in view has moved. That lays all of the chart
   * out anew, so it is for when the chart rests: the library writes them by itself when a hand moves the scale.
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

  /** A line of the day is in the colour of the day's change, which may turn. A longer one says nothing of a day. */
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

  /** A new one each time, since the library writes its labels again for a new one only. */
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

  /** What the library wants: the one place where a price becomes a float, to be drawn. */
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
