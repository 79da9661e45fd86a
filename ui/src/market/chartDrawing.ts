import Big from "big.js";
import {
  AreaSeries,
  CandlestickSeries,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineSeries,
  LineStyle,
  type LogicalRange,
  type MouseEventParams,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from "lightweight-charts";
import type { Bar } from "@/api/market";
import type { Side } from "@/api/orders";
import { directionOf, type Figure, formatCompact, formatPrice } from "@/ui";
import { subtract } from "@/ui/decimal";
import { tokenColor } from "@/ui/theme";
import { besideTags } from "./axisLabels";
import { type ChartFrame, createBoard } from "./chartBoard";
import { movingAverage } from "./liveBars";
import { watchLeftEdge } from "./panning";
import { AVERAGES } from "./readings";

/** So many candles are in view at first, or more where there is room for them; the rest is to the left. */
const CANDLES_IN_VIEW = 60;
const CANDLE_PX = 7;
/** The share of the chart's height that the volume has for itself. */
const VOLUME_SHARE = 0.22;

/** As wide as an order's name is, which stands at the right end of its line. */
const NAME_PX = 64;

const AVERAGE_COLORS = { 5: "brass", 20: "average" } as const;

const second = (ms: number) => Math.floor(ms / 1000) as UTCTimestamp;

/** The part of the bars that is in view, counted in bars; null before anything was drawn. */
export type View = LogicalRange | null;

const shifted = ({ from, to }: LogicalRange, by: number) => ({ from: from + by, to: to + by });

/** The customer's own fills at a bar. */
export interface DrawnMark {
  start: number;
  side: Side;
  text: string;
}

/** A price with a name, drawn across the chart. */
export interface DrawnLine {
  price: string;
  text: string;
}

/**
 * Candles with two averages, or the area of the day; volume on a scale of its own beneath; the customer's own fills and
 * orders. Colours come from the design tokens.
 */
export class ChartDrawing {
  readonly #host: HTMLElement;
  readonly #chart: IChartApi;
  readonly #frame: ChartFrame;
  readonly #intraday: boolean;
  #price: ISeriesApi<"Candlestick"> | ISeriesApi<"Area"> | null = null;
  #volume: ISeriesApi<"Histogram"> | null = null;
  #averages: { length: number; series: ISeriesApi<"Line"> }[] = [];
  #marks: ISeriesMarkersPluginApi<Time> | null = null;
  #lines: IPriceLine[] = [];
  #drawn: Bar[] = [];
  #color = "";
  /** Where the tag of the last price stands, in pixels, and the prices of all tags. */
  #tagHeight = Number.NaN;
  #tags: number[] = [];
  /** What to show first, where the customer had chosen a part before. */
  readonly #chosen: View;
  /** The customer has chosen what is in view; until then it is the newest. */
  #isChosen: boolean;

  constructor(host: HTMLElement, frame: ChartFrame, chosen: View | undefined = null) {
    this.#host = host;
    this.#frame = frame;
    this.#intraday = frame.period === "intraday";
    this.#chosen = chosen ?? null;
    this.#isChosen = this.#chosen !== null;
    this.#chart = createBoard(host, frame);
    for (const hand of ["wheel", "pointerdown", "touchstart"]) {
      host.addEventListener(hand, () => this.#choose(), { passive: true });
    }
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange(() => this.#clearLabels());
  }

  /** What is in view, where the customer has chosen it. */
  view(): View {
    const isDrawn = this.#isChosen && this.#drawn.length > 0;
    return isDrawn ? this.#chart.timeScale().getVisibleLogicalRange() : null;
  }

  #choose(): void {
    this.#isChosen = true;
  }

  /** Draws the bars. Where only the last one moved or one was added, only that is drawn. */
  show(bars: Bar[], previousClose: Figure): void {
    if (!this.#price) this.#addSeries(previousClose);
    this.#colorArea(bars, previousClose);
    const first = this.#changedFrom(bars);
    if (first > 0 && first >= this.#drawn.length - 1) {
      for (const bar of bars.slice(first)) this.#move(bar);
      this.#moveAverages(bars);
    } else this.#drawAll(bars);
    this.#drawn = bars;
    this.#clearLabels();
  }

  /** Draws what the customer has bought and sold, and the prices that their orders wait for. */
  showTrades(marks: readonly DrawnMark[], lines: readonly DrawnLine[]): void {
    const price = this.#price;
    if (!price) return;
    const color = tokenColor("brass-text");
    if (marks.length > 0 || this.#marks) {
      this.#marks ??= createSeriesMarkers(price as ISeriesApi<"Candlestick">);
      this.#marks.setMarkers(
        marks.map(
          ({ start, side, text }): SeriesMarker<Time> => ({
            time: second(start),
            position: side === "buy" ? "belowBar" : "aboveBar",
            shape: side === "buy" ? "arrowUp" : "arrowDown",
            color,
            text,
          }),
        ),
      );
    }
    const isNews = lines.length > 0 && this.#lines.length === 0;
    for (const line of this.#lines) price.removePriceLine(line);
    this.#lines = lines.map((line) =>
      price.createPriceLine({
        price: Number(line.price),
        color,
        lineStyle: LineStyle.Dashed,
        lineWidth: 1,
        axisLabelVisible: true,
        title: line.text,
      }),
    );
    if (isNews && !this.#isChosen) this.#showNewest(this.#drawn);
    this.#tagHeight = Number.NaN;
    this.#clearLabels();
  }

  /** Calls back with the start of the bar that is pointed at, and with null when none is any more. */
  onPoint(point: (start: number | null) => void): void {
    this.#chart.subscribeCrosshairMove(({ time, point: at }: MouseEventParams) => {
      point(at === undefined || time === undefined ? null : Number(time) * 1000);
    });
  }

  /** Calls back when the reader pans to where the bars begin. */
  onLeftEdge(load: () => void): void {
    watchLeftEdge(this.#host, this.#chart.timeScale(), load);
  }

  remove(): void {
    this.#chart.remove();
  }

  /** The index of the first bar that is not as it was drawn. Unmoved bars are the same objects. */
  #changedFrom(bars: Bar[]): number {
    if (bars.length < this.#drawn.length) return 0;
    const index = this.#drawn.findIndex((bar, at) => bar !== bars[at]);
    return index < 0 ? this.#drawn.length : index;
  }

  #addSeries(previousClose: Figure): void {
    const chart = this.#chart;
    this.#price = this.#intraday ? this.#addArea(previousClose) : this.#addCandles();
    this.#volume = chart.addSeries(HistogramSeries, { ...this.#quiet, ...this.#volumeFormat }, 1);
    this.#volume.priceScale().applyOptions({ scaleMargins: { top: 0.2, bottom: 0 } });
    const [prices, volume] = chart.panes();
    prices?.setStretchFactor(1 - VOLUME_SHARE);
    volume?.setStretchFactor(VOLUME_SHARE);
    if (this.#intraday) return;
    this.#averages = AVERAGES.map((length) => ({
      length,
      series: chart.addSeries(LineSeries, {
        ...this.#quiet,
        lineWidth: 1,
        crosshairMarkerVisible: false,
        color: tokenColor(AVERAGE_COLORS[length]),
      }),
    }));
  }

  /** A series that has no tag of its own on the scale. */
  readonly #quiet = { lastValueVisible: false, priceLineVisible: false } as const;

  #addArea(previousClose: Figure): ISeriesApi<"Area"> {
    const area = this.#chart.addSeries(AreaSeries, {
      lineWidth: 2,
      priceFormat: this.#priceFormat,
    });
    if (!previousClose) return area;
    area.createPriceLine({
      price: Number(previousClose),
      color: tokenColor("ink-3"),
      lineStyle: LineStyle.Dotted,
      lineWidth: 1,
      axisLabelVisible: false,
    });
    return area;
  }

  /** The line of the day is in the colour of the day's change, which may turn. */
  #colorArea(bars: Bar[], previousClose: Figure): void {
    const last = bars.at(-1);
    const change = last && previousClose ? subtract(last.close, previousClose) : "0";
    const color = tokenColor(directionOf(change) === "fall" ? "fall" : "rise");
    if (!this.#intraday || color === this.#color) return;
    this.#color = color;
    (this.#price as ISeriesApi<"Area">).applyOptions({
      lineColor: color,
      topColor: `${color}2e`,
      bottomColor: `${color}00`,
      priceLineColor: color,
    });
  }

  #addCandles(): ISeriesApi<"Candlestick"> {
    const rise = tokenColor("rise");
    const fall = tokenColor("fall");
    return this.#chart.addSeries(CandlestickSeries, {
      upColor: rise,
      wickUpColor: rise,
      downColor: fall,
      wickDownColor: fall,
      borderVisible: false,
      priceLineColor: tokenColor("ink-2"),
      priceFormat: this.#priceFormat,
    });
  }

  get #priceFormat() {
    const { decimals } = this.#frame;
    const format = (price: number) => formatPrice(price.toFixed(decimals), decimals);
    return {
      type: "custom",
      minMove: 10 ** -decimals,
      formatter: format,
      tickmarksFormatter: (prices: readonly number[]) =>
        besideTags(prices, this.#tags, (price) => this.#heightOf(price), format),
    } as const;
  }

  get #volumeFormat() {
    const { language } = this.#frame;
    const formatter = (volume: number) => formatCompact(volume.toFixed(0), language);
    return { priceFormat: { type: "custom", minMove: 1, formatter } } as const;
  }

  #heightOf(price: number): number | null {
    return this.#price?.priceToCoordinate(price) ?? null;
  }

  /** Has the scale's labels written again where a tag has moved: that of the last price in view, or of an order. */
  #clearLabels(): void {
    const last = this.#price?.lastValueData(false);
    if (!last || last.noData) return;
    const height = Math.round(this.#heightOf(last.price) ?? Number.NaN);
    if (Object.is(height, this.#tagHeight)) return;
    this.#tagHeight = height;
    this.#tags = [last.price, ...this.#lines.map((line) => line.options().price)];
    this.#price?.applyOptions({ priceFormat: this.#priceFormat });
  }

  /** What the library wants: the one place where a price becomes a float, to be drawn. */
  #pricePoint(bar: Bar) {
    const { start, open, high, low, close } = bar;
    const at = second(start);
    return this.#intraday
      ? { time: at, value: Number(close) }
      : {
          time: at,
          open: Number(open),
          high: Number(high),
          low: Number(low),
          close: Number(close),
        };
  }

  #volumePoint({ start, open, close, volume }: Bar) {
    const color = tokenColor(new Big(close).lt(open) ? "fall" : "rise");
    return { time: second(start), value: Number(volume), color: `${color}47` };
  }

  #drawAll(bars: Bar[]): void {
    const scale = this.#chart.timeScale();
    const showed = this.view();
    this.#price?.setData(bars.map((bar) => this.#pricePoint(bar)) as never);
    this.#volume?.setData(bars.map((bar) => this.#volumePoint(bar)));
    for (const { length, series } of this.#averages) {
      series.setData(
        movingAverage(bars, length).map(({ time, value }) => ({
          time: second(time),
          value: Number(value),
        })),
      );
    }
    // Bars that were read again keep the part that is in view, and so do older ones that come before them: it is counted from the newest one.
    const chosen = showed ? shifted(showed, bars.length - this.#drawn.length) : this.#chosen;
    if (chosen) scale.setVisibleLogicalRange(chosen);
    else this.#showNewest(bars);
  }

  /** The newest candles, or all of the day, with room at the right for the names of orders. */
  #showNewest({ length }: Bar[]): void {
    const scale = this.#chart.timeScale();
    const width = scale.width();
    const candles = Math.max(CANDLES_IN_VIEW, Math.round(width / CANDLE_PX));
    const count = this.#intraday ? length : Math.min(length, candles);
    if (this.#lines.length > 0) {
      const room = (count * NAME_PX) / Math.max(width - NAME_PX, NAME_PX);
      scale.setVisibleLogicalRange({ from: length - count, to: length + room });
    } else if (count === length) scale.fitContent();
    else scale.setVisibleLogicalRange({ from: length - count, to: length });
  }

  #move(bar: Bar): void {
    this.#price?.update(this.#pricePoint(bar) as never);
    this.#volume?.update(this.#volumePoint(bar));
  }

  #moveAverages(bars: Bar[]): void {
    for (const { length, series } of this.#averages) {
      const last = movingAverage(bars.slice(-length), length).at(-1);
      if (last) series.update({ time: second(last.time), value: Number(last.value) });
    }
  }
}
