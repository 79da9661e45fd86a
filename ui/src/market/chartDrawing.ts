import Big from "big.js";
import {
  AreaSeries,
  CandlestickSeries,
  ColorType,
  createChart,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type LogicalRange,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from "lightweight-charts";
import type { Bar } from "@/api/market";
import { directionOf, type Figure } from "@/ui";
import { subtract } from "@/ui/decimal";
import { tokenColor } from "@/ui/theme";
import { movingAverage } from "./liveBars";
import { watchLeftEdge } from "./panning";
import type { Period } from "./queries";

/** How many candles are in view at first; the rest is to the left. */
const CANDLES_IN_VIEW = 60;

const second = (ms: number) => Math.floor(ms / 1000) as UTCTimestamp;

type TimeText = (time: Time, options: Intl.DateTimeFormatOptions) => string;

/** A chart's clock is that of the floor, not of the reader. */
const timeTextOf =
  (language: string, timeZone: string): TimeText =>
  (time, options) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone }).format(Number(time) * 1000);

const TICK_MARKS: Record<TickMarkType, Intl.DateTimeFormatOptions> = {
  [TickMarkType.Year]: { year: "numeric" },
  [TickMarkType.Month]: { month: "short" },
  [TickMarkType.DayOfMonth]: { day: "numeric", month: "numeric" },
  [TickMarkType.Time]: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  [TickMarkType.TimeWithSeconds]: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
};

/** What a drawing is made for; another one needs another drawing. */
export interface ChartFrame {
  period: Period;
  language: string;
  /** The exchange's time zone. */
  timeZone: string;
  /** How many decimals the prices have. */
  decimals: number;
}

/** The part of the bars that is in view, counted in bars; null before anything was drawn. */
export type View = LogicalRange | null;

const shifted = ({ from, to }: LogicalRange, by: number) => ({ from: from + by, to: to + by });

function createBoard(host: HTMLElement, frame: ChartFrame): IChartApi {
  const { language, timeZone } = frame;
  const intraday = frame.period === "intraday";
  const timeText = timeTextOf(language, timeZone);
  const line = { color: tokenColor("line") };
  const stamp: Intl.DateTimeFormatOptions = intraday
    ? { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
    : { year: "numeric", month: "short", day: "numeric" };
  return createChart(host, {
    autoSize: true,
    layout: {
      attributionLogo: false,
      background: { type: ColorType.Solid, color: "transparent" },
      textColor: tokenColor("ink-2"),
      fontFamily: getComputedStyle(host).fontFamily,
      fontSize: 11,
    },
    grid: { vertLines: { visible: false }, horzLines: line },
    rightPriceScale: {
      borderVisible: false,
      // A price that the chart's edge would cut is left out.
      entireTextOnly: true,
      scaleMargins: { top: 0.1, bottom: 0.24 },
    },
    timeScale: {
      borderVisible: false,
      timeVisible: intraday,
      rightOffset: intraday ? 0 : 1,
      fixLeftEdge: true,
      tickMarkFormatter: (time: Time, type: TickMarkType) => timeText(time, TICK_MARKS[type]),
    },
    crosshair: {
      vertLine: { labelBackgroundColor: tokenColor("ink") },
      horzLine: { labelBackgroundColor: tokenColor("ink") },
    },
    localization: {
      locale: language,
      timeFormatter: (time: Time) => timeText(time, stamp),
    },
    handleScale: { axisPressedMouseMove: false },
    // The page scrolls when a finger moves up or down on the chart.
    handleScroll: { vertTouchDrag: false },
  });
}

/** Candles, or the area of the day; two averages; volume. Colours come from the design tokens. */
export class ChartDrawing {
  readonly #host: HTMLElement;
  readonly #chart: IChartApi;
  readonly #intraday: boolean;
  readonly #decimals: number;
  #price: ISeriesApi<"Candlestick"> | ISeriesApi<"Area"> | null = null;
  #volume: ISeriesApi<"Histogram"> | null = null;
  #averages: { length: number; series: ISeriesApi<"Line"> }[] = [];
  #drawn: Bar[] = [];
  /** What to show first, where the customer had chosen a part before. */
  #chosen: View;

  constructor(host: HTMLElement, frame: ChartFrame, chosen: View = null) {
    this.#host = host;
    this.#intraday = frame.period === "intraday";
    this.#decimals = frame.decimals;
    this.#chosen = chosen;
    this.#chart = createBoard(host, frame);
  }

  view(): View {
    return this.#drawn.length > 0 ? this.#chart.timeScale().getVisibleLogicalRange() : null;
  }

  /** Draws the bars. Where only the last one moved or one was added, only that is drawn. */
  show(bars: Bar[], previousClose: Figure): void {
    if (!this.#price) this.#addSeries(bars, previousClose);
    const first = this.#changedFrom(bars);
    if (first > 0 && first >= this.#drawn.length - 1) {
      for (const bar of bars.slice(first)) this.#move(bar);
      this.#moveAverages(bars);
    } else this.#drawAll(bars);
    this.#drawn = bars;
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

  #addSeries(bars: Bar[], previousClose: Figure): void {
    const chart = this.#chart;
    this.#price = this.#intraday ? this.#addArea(bars, previousClose) : this.#addCandles();
    this.#volume = chart.addSeries(HistogramSeries, {
      priceScaleId: "volume",
      priceFormat: { type: "volume" },
      lastValueVisible: false,
      priceLineVisible: false,
    });
    chart.priceScale("volume").applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } });
    if (this.#intraday) return;
    const options = {
      lineWidth: 1,
      lastValueVisible: false,
      priceLineVisible: false,
      crosshairMarkerVisible: false,
    } as const;
    this.#averages = [
      { length: 5, color: tokenColor("brass") },
      { length: 20, color: tokenColor("average") },
    ].map(({ length, color }) => ({
      length,
      series: chart.addSeries(LineSeries, { ...options, color }),
    }));
  }

  #addArea(bars: Bar[], previousClose: Figure): ISeriesApi<"Area"> {
    const last = bars.at(-1);
    const change = last && previousClose ? subtract(last.close, previousClose) : "0";
    const color = tokenColor(directionOf(change) === "fall" ? "fall" : "rise");
    const area = this.#chart.addSeries(AreaSeries, {
      lineColor: color,
      lineWidth: 2,
      topColor: `${color}2e`,
      bottomColor: `${color}00`,
      priceLineColor: color,
      priceFormat: this.#priceFormat,
    });
    if (!previousClose) return area;
    area.createPriceLine({
      price: Number(previousClose),
      color: tokenColor("ink-3"),
      lineStyle: LineStyle.Dashed,
      lineWidth: 1,
      axisLabelVisible: false,
    });
    return area;
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
      priceLineColor: tokenColor("ink-3"),
      priceFormat: this.#priceFormat,
    });
  }

  get #priceFormat() {
    return { type: "price", precision: this.#decimals, minMove: 10 ** -this.#decimals } as const;
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
    else if (this.#intraday || bars.length <= CANDLES_IN_VIEW) scale.fitContent();
    else scale.setVisibleLogicalRange({ from: bars.length - CANDLES_IN_VIEW, to: bars.length });
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
