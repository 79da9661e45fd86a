import {
  createSeriesMarkers,
  type IChartApi,
  type ISeriesMarkersPluginApi,
  type LogicalRange,
  type MouseEventParams,
  type SeriesMarker,
  type Time,
} from "lightweight-charts";
import type { Bar } from "@/api/market";
import type { Side } from "@/api/orders";
import type { Figure } from "@/ui";
import { tokenColor } from "@/ui/theme";
import { type Indicator, isStudied } from "../indicators/catalog";
import { changedFrom } from "../indicators/study";
import type { Studies } from "../indicators/useStudies";
import type { PriceBoard } from "../lines/board";
import type { OwnLine } from "../lines/ownLines";
import { PaintWatch } from "../lines/paintWatch";
import { PriceLines } from "../lines/priceLines";
import { type ChartFrame, createBoard, DATE_PX, roomOf, second } from "./chartBoard";
import type { CourseSeries } from "./courseSeries";
import { watchLeftEdge } from "./panning";
import { PriceSeries } from "./priceSeries";
import { SessionShade } from "./sessionShade";
import { StudySeries, VolumeSeries } from "./studySeries";
import type { Stretch } from "./tradingHours";

/** The number of candles in view at first, or more if there is room; the rest is to the left. */
const CANDLES_IN_VIEW = 60;
const CANDLE_PX = 7;

/** The relative heights of the prices and of each pane beneath them. */
export const PRICE_SHARE = 260;
export const PANE_SHARE = 70;

/** The time without movement after which a chart is at rest. */
const REST_MILLIS = 120;

/** The room for the handles of lines at their right end. */
const HANDLES_PX = 48;

type Drawn = VolumeSeries | StudySeries;

/** The range of bars in view, by index; null before anything was drawn. */
export type View = LogicalRange | null;

const shifted = ({ from, to }: LogicalRange, by: number) => ({ from: from + by, to: to + by });

/** The customer's own fills at a bar. */
export interface DrawnMark {
  start: number;
  side: Side;
  text: string;
}

/**
 * The prices in the chosen style with their overlays, panes of indicators beneath, shades outside of regular hours, and
 * the customer's own fills and orders. Colours come from the design tokens.
 */
export class ChartDrawing implements PriceBoard {
  readonly #host: HTMLElement;
  readonly #chart: IChartApi;
  readonly #frame: ChartFrame;
  readonly #price: PriceSeries;
  /** For an intraday chart only; added after the prices. */
  #course: CourseSeries | null = null;
  #close: Figure = null;
  /** The volume and the indicators; created with the first bars. */
  #series: Drawn[] | null = null;
  #shades: SessionShade[] = [];
  #marks: ISeriesMarkersPluginApi<Time> | null = null;
  readonly #lines: PriceLines;
  #drawn: Bar[] = [];
  /** The timer that runs while the chart is being moved, and a tick delayed until it ends. */
  #resting: number | undefined;
  #late: (() => void) | null = null;
  /** The range to show first, if the customer had chosen one. */
  readonly #chosen: View;
  /** True once the customer has chosen the range; until then the newest bars are in view. */
  #isChosen: boolean;
  /** Removes the drawing's listeners from the host, which outlives it. */
  readonly #life = new AbortController();

  constructor(host: HTMLElement, frame: ChartFrame, chosen: View | undefined = null) {
    this.#host = host;
    this.#frame = frame;
    this.#chosen = chosen ?? null;
    this.#isChosen = this.#chosen !== null;
    this.#chart = createBoard(host, frame);
    this.#price = new PriceSeries(this.#chart, frame);
    this.#lines = new PriceLines(this.#price.series);
    const { signal } = this.#life;
    for (const hand of ["wheel", "pointerdown", "touchstart"]) {
      host.addEventListener(hand, () => this.#choose(), { passive: true, signal });
    }
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange(() => this.#clearLabelsSoon());
    if (this.#isCourse) void this.#addCourse();
  }

  /** The range in view, if the customer has chosen it. */
  view(): View {
    const isDrawn = this.#isChosen && this.#drawn.length > 0;
    return isDrawn ? this.#chart.timeScale().getVisibleLogicalRange() : null;
  }

  /** True if the whole day is in view, however many minutes it has. */
  get #isCourse(): boolean {
    return this.#frame.period === "intraday";
  }

  get #isNewestOutOfView(): boolean {
    const range = this.#chart.timeScale().getVisibleLogicalRange();
    return range !== null && range.to < this.#drawn.length - 1;
  }

  #choose(): void {
    this.#isChosen = true;
  }

  /** Draws the bars and their indicators. If only the last bar changed or one was added, only that is drawn. */
  show(bars: Bar[], previousClose: Figure, studies: Studies): void {
    this.#series ??= this.#addSeries(studies);
    this.#price.measure(bars, previousClose);
    this.#close = previousClose;
    this.#course?.measure(previousClose);
    const first = changedFrom(this.#drawn, bars);
    const isTick = first > 0 && first >= this.#drawn.length - 1;
    // For a new last bar the library processes all bars again, which would disturb panning among older ones.
    this.#late = null;
    if (isTick && this.#resting !== undefined && this.#isNewestOutOfView) {
      this.#late = () => this.show(bars, previousClose, studies);
      return;
    }
    if (isTick) {
      for (const bar of bars.slice(first)) this.#price.move(bar);
      for (const series of this.#series) series.move(bars, first);
      this.#course?.move(bars);
    } else this.#drawAll(bars, this.#series);
    this.#drawn = bars;
    // Ticks may arrive while the chart is being moved.
    if (this.#resting === undefined) this.#clearLabelsSoon();
  }

  /** Shades these stretches of the bars in all panes. */
  showSessions(stretches: readonly Stretch[]): void {
    if (stretches.length === 0 && this.#shades.length === 0) return;
    if (this.#shades.length === 0) {
      this.#shades = this.#chart.panes().map((pane) => {
        const shade = new SessionShade(`${tokenColor("ink-3")}1f`);
        pane.attachPrimitive(shade);
        return shade;
      });
    }
    for (const shade of this.#shades) shade.show(stretches);
  }

  /** Draws the customer's fills, and the prices of their orders and positions. */
  showTrades(marks: readonly DrawnMark[], lines: readonly OwnLine[]): void {
    const price = this.#price.series;
    const color = tokenColor("brass-text");
    if (marks.length > 0 || this.#marks) {
      this.#marks ??= createSeriesMarkers(price);
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
    const isNews = lines.length > 0 && this.#lines.all.length === 0;
    this.#lines.show(lines);
    if (isNews && !this.#isChosen) this.#showNewest(this.#drawn);
    this.#price.tag(this.#lines.all);
  }

  onMove(moved: () => void): () => void {
    const watch = new PaintWatch(moved);
    this.#price.series.attachPrimitive(watch);
    return () => {
      if (!this.#isRemoved) this.#price.series.detachPrimitive(watch);
    };
  }

  plot() {
    if (this.#isRemoved) return { left: 0, width: 0, height: 0 };
    const height = this.#chart.panes()[0]?.getHeight() ?? 0;
    const left = this.#chart.priceScale("left").width();
    return { left, width: this.#chart.timeScale().width(), height };
  }

  placeOf(price: string): number | null {
    return this.#isRemoved ? null : this.#price.series.priceToCoordinate(Number(price));
  }

  priceAt(y: number): number | null {
    return this.#isRemoved ? null : this.#price.series.coordinateToPrice(y);
  }

  moveLine(id: string, price: string): void {
    if (!this.#isRemoved) this.#lines.move(id, price);
  }

  /** The library fails on a chart that is removed, and React reads one once more before it lets go of it. */
  get #isRemoved(): boolean {
    return this.#life.signal.aborted;
  }

  /** Calls back with the start of the bar that is pointed at, and with null when there is none. */
  onPoint(point: (start: number | null) => void): void {
    this.#chart.subscribeCrosshairMove(({ time, point: at }: MouseEventParams) => {
      point(at === undefined || time === undefined ? null : Number(time) * 1000);
    });
  }

  /** Calls back when the chart is panned to its first bars. */
  onLeftEdge(load: () => void): void {
    watchLeftEdge(this.#host, this.#chart.timeScale(), load, this.#life.signal);
  }

  remove(): void {
    window.clearTimeout(this.#resting);
    this.#life.abort();
    this.#chart.remove();
  }

  /** Runs delayed work once the chart is at rest. */
  #clearLabelsSoon(): void {
    window.clearTimeout(this.#resting);
    this.#resting = window.setTimeout(() => {
      this.#resting = undefined;
      this.#late?.();
      this.#price.clearLabels();
    }, REST_MILLIS);
  }

  async #addCourse(): Promise<void> {
    const { CourseSeries } = await import("./courseSeries");
    if (this.#life.signal.aborted) return;
    this.#course = new CourseSeries(this.#chart, this.#price.series, this.#frame);
    this.#course.measure(this.#close);
    this.#course.setAll(this.#drawn);
  }

  #addSeries(studies: Studies): Drawn[] {
    const [chart, frame] = [this.#chart, this.#frame];
    const add = (name: Indicator, pane: number): Drawn[] => {
      if (!isStudied(name)) return [new VolumeSeries(chart, frame, pane)];
      const study = studies.get(name);
      return study ? [new StudySeries(chart, frame, name, pane, study)] : [];
    };
    const series = [
      ...frame.over.flatMap((name) => add(name, 0)),
      ...frame.below.flatMap((name, index) => add(name, index + 1)),
    ];
    for (const [index, pane] of chart.panes().entries()) {
      pane.setStretchFactor(index === 0 ? PRICE_SHARE : PANE_SHARE);
    }
    return series;
  }

  #drawAll(bars: Bar[], others: readonly Drawn[]): void {
    const scale = this.#chart.timeScale();
    const showed = this.view();
    this.#price.setAll(bars);
    for (const series of others) series.setAll(bars);
    this.#course?.setAll(bars);
    // Keeps the range in view when bars are refetched or older ones added: it is counted from the newest one.
    const chosen = showed ? shifted(showed, bars.length - this.#drawn.length) : this.#chosen;
    if (chosen) scale.setVisibleLogicalRange(chosen);
    else this.#showNewest(bars);
  }

  /** Shows the newest candles, or all of the day, with room at the right for the handles of lines. */
  #showNewest({ length }: Bar[]): void {
    const scale = this.#chart.timeScale();
    const width = scale.width();
    const candles = Math.max(CANDLES_IN_VIEW, Math.round(width / CANDLE_PX));
    const count = this.#isCourse ? length : Math.min(length, candles);
    if (this.#lines.all.length > 0) {
      const room = (count * HANDLES_PX) / Math.max(width - HANDLES_PX, HANDLES_PX);
      scale.setVisibleLogicalRange({ from: length - count, to: length + room });
      return;
    }
    const room = roomOf(DATE_PX, count, width);
    if (count === length && room === 0) scale.fitContent();
    else scale.setVisibleLogicalRange({ from: length - count, to: length - 1 + Math.max(1, room) });
  }
}
