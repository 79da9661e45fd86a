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
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from "lightweight-charts";
import type { Bar } from "@/api/types";
import { directionOf, type Figure } from "@/ui";
import { subtract } from "@/ui/decimal";
import { tokenColor } from "@/ui/theme";
import { movingAverage, readBar } from "./liveBars";
import { addedBefore, watchLeftEdge } from "./panning";
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
}

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
  #price: ISeriesApi<"Candlestick"> | ISeriesApi<"Area"> | null = null;
  #volume: ISeriesApi<"Histogram"> | null = null;
  #averages: { length: number; series: ISeriesApi<"Line"> }[] = [];
  #drawn: Bar[] = [];

  constructor(host: HTMLElement, frame: ChartFrame) {
    this.#host = host;
    this.#intraday = frame.period === "intraday";
    this.#chart = createBoard(host, frame);
  }

  /** Draws the bars. Where only the last one moved or one was added, only that is drawn. */
  show(bars: Bar[], prevClose: Figure): void {
    if (!this.#price) this.#addSeries(bars, prevClose);
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

  #addSeries(bars: Bar[], prevClose: Figure): void {
    const chart = this.#chart;
    this.#price = this.#intraday ? this.#addArea(bars, prevClose) : this.#addCandles();
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

  #addArea(bars: Bar[], prevClose: Figure): ISeriesApi<"Area"> {
    const last = bars.at(-1);
    const change = last && prevClose ? subtract(readBar(last).close, prevClose) : "0";
    const color = tokenColor(directionOf(change) === "fall" ? "fall" : "rise");
    const area = this.#chart.addSeries(AreaSeries, {
      lineColor: color,
      lineWidth: 2,
      topColor: `${color}2e`,
      bottomColor: `${color}00`,
      priceLineColor: color,
    });
    if (!prevClose) return area;
    area.createPriceLine({
      price: Number(prevClose),
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
    });
  }

  /** What the library wants: the one place where a price becomes a float, to be drawn. */
  #pricePoint(bar: Bar) {
    const { time, open, high, low, close } = readBar(bar);
    const at = second(time);
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

  #volumePoint(bar: Bar) {
    const { time, open, close, volume } = readBar(bar);
    const color = tokenColor(new Big(close).lt(open) ? "fall" : "rise");
    return { time: second(time), value: Number(volume), color: `${color}47` };
  }

  #drawAll(bars: Bar[]): void {
    const added = addedBefore(this.#drawn, bars);
    const inView = added > 0 ? this.#chart.timeScale().getVisibleLogicalRange() : null;
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
    const scale = this.#chart.timeScale();
    // Older bars move all others along: what was in view stays there.
    if (inView) scale.setVisibleLogicalRange({ from: inView.from + added, to: inView.to + added });
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
