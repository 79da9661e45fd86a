import {
  ColorType,
  CrosshairMode,
  createChart,
  type IChartApi,
  LineStyle,
  TickMarkType,
  type Time,
} from "lightweight-charts";
import { tokenColor } from "@/ui/theme";
import { formatInZone } from "@/ui/time";
import type { Period } from "./quoteQueries";

/** What a drawing is made for; another one needs another drawing. */
export interface ChartFrame {
  period: Period;
  language: string;
  /** The exchange's time zone. */
  timeZone: string;
  /** How many decimals the prices have. */
  decimals: number;
  /** It has the window to itself: the price scale can be dragged, since no page scrolls beneath. */
  full?: boolean;
}

type TimeText = (time: Time, options: Intl.DateTimeFormatOptions) => string;

/** A chart's clock is that of the floor, not of the reader. */
const timeTextOf =
  (language: string, timeZone: string): TimeText =>
  (time, options) =>
    formatInZone(Number(time) * 1000, language, timeZone, options);

const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

const TICK_MARKS: Record<TickMarkType, Intl.DateTimeFormatOptions> = {
  [TickMarkType.Year]: { year: "numeric" },
  [TickMarkType.Month]: { month: "short" },
  [TickMarkType.DayOfMonth]: { day: "numeric", month: "short" },
  [TickMarkType.Time]: CLOCK,
  [TickMarkType.TimeWithSeconds]: CLOCK,
};

/** What the crosshair's label under the chart says; the legend above it says it in full. */
const STAMPS: Record<Period, Intl.DateTimeFormatOptions> = {
  intraday: { month: "short", day: "numeric", ...CLOCK },
  "1D": { year: "numeric", month: "short", day: "numeric" },
  "1W": { year: "numeric", month: "short", day: "numeric" },
  "1M": { year: "numeric", month: "short" },
  "3M": { year: "numeric", month: "short" },
  "1Y": { year: "numeric" },
};

/** The empty board of a chart: scales, crosshair and what hands do to it. Colours come from the design tokens. */
export function createBoard(host: HTMLElement, frame: ChartFrame): IChartApi {
  const { language, timeZone, period } = frame;
  const intraday = period === "intraday";
  const timeText = timeTextOf(language, timeZone);
  const line = tokenColor("line");
  const cross = {
    color: tokenColor("ink-3"),
    style: LineStyle.Dashed,
    labelBackgroundColor: tokenColor("ink"),
  } as const;
  return createChart(host, {
    autoSize: true,
    layout: {
      attributionLogo: false,
      background: { type: ColorType.Solid, color: "transparent" },
      textColor: tokenColor("ink-2"),
      fontFamily: getComputedStyle(host).fontFamily,
      fontSize: 11,
      panes: { separatorColor: line, enableResize: false },
    },
    grid: { vertLines: { visible: false }, horzLines: { color: line } },
    rightPriceScale: {
      borderVisible: false,
      // A price that the chart's edge would cut is left out.
      entireTextOnly: true,
      scaleMargins: { top: 0.08, bottom: 0.08 },
    },
    timeScale: {
      borderVisible: false,
      timeVisible: intraday,
      rightOffset: intraday ? 0 : 1,
      fixLeftEdge: true,
      tickMarkFormatter: (time: Time, type: TickMarkType) => timeText(time, TICK_MARKS[type]),
    },
    // A long press brings it up on a touch screen, and a tap takes it away.
    crosshair: { mode: CrosshairMode.Normal, vertLine: cross, horzLine: cross },
    localization: {
      locale: language,
      timeFormatter: (time: Time) => timeText(time, STAMPS[period]),
    },
    handleScale: { axisPressedMouseMove: { time: true, price: frame.full ?? false } },
    // The page scrolls when a finger moves up or down on the chart.
    handleScroll: { vertTouchDrag: false },
  });
}
