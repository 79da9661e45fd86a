import {
  ColorType,
  CrosshairMode,
  createChartEx,
  type DeepPartial,
  type IChartApi,
  LineStyle,
  TickMarkType,
  type Time,
  type TimeChartOptions,
  type UTCTimestamp,
} from "lightweight-charts";
import { tokenColor } from "@/ui/theme";
import { formatInZone } from "@/ui/time";
import type { ChartStyle } from "./chartSettings";
import { exchangeScale } from "./exchangeScale";
import type { Below, Over } from "./indicators/catalog";
import { isOfTheDay, type Period } from "./periods";
import type { DayClock } from "./tradingDay";

/** What a drawing is made for; another one needs another drawing. */
export interface ChartFrame extends DayClock {
  period: Period;
  style: ChartStyle;
  /** The indicators over the prices, and those in panes beneath. */
  over: readonly Over[];
  below: readonly Below[];
  language: string;
  /** How many decimals the prices have. */
  decimals: number;
  /** False of what is not traded, or of which nobody counts it: its day has no average price. */
  hasVolume?: boolean;
  /** It has the window to itself: the price scale can be dragged, since no page scrolls beneath. */
  full?: boolean;
}

/** As wide as half a date on the axis, which the chart's edge would cut under the newest bar. */
export const DATE_PX = 22;

/** So many bars to the right of the newest leave as many pixels free, where there is room to spare. */
export function roomOf(pixels: number, bars: number, width: number): number {
  return width > pixels * 4 ? (bars * pixels) / (width - pixels) : 0;
}

/** A moment as the library has it. */
export const second = (ms: number) => Math.floor(ms / 1000) as UTCTimestamp;

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
function stampOf(period: Period): Intl.DateTimeFormatOptions {
  if (isOfTheDay(period)) return { month: "short", day: "numeric", ...CLOCK };
  if (period === "1Y") return { year: "numeric" };
  const day = period === "1D" || period === "1W" ? ({ day: "numeric" } as const) : {};
  return { year: "numeric", month: "short", ...day };
}

/** The empty board of a chart: scales, crosshair and what hands do to it. Colours come from the design tokens. */
export function createBoard(host: HTMLElement, frame: ChartFrame): IChartApi {
  const { language, timeZone, period } = frame;
  const stamp = stampOf(period);
  const timeText = timeTextOf(language, timeZone);
  const line = tokenColor("line");
  const cross = {
    color: tokenColor("ink-3"),
    style: LineStyle.Dashed,
    labelBackgroundColor: tokenColor("ink"),
  } as const;
  const options: DeepPartial<TimeChartOptions> = {
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
      timeVisible: isOfTheDay(period),
      rightOffset: period === "intraday" ? 0 : 1,
      // All minutes of a day fit beside each other on a phone.
      minBarSpacing: period === "intraday" ? 0.1 : 0.5,
      fixLeftEdge: true,
      tickMarkFormatter: (time: Time, type: TickMarkType) => timeText(time, TICK_MARKS[type]),
    },
    // A long press brings it up on a touch screen, and a tap takes it away.
    crosshair: { mode: CrosshairMode.Normal, vertLine: cross, horzLine: cross },
    localization: {
      locale: language,
      timeFormatter: (time: Time) => timeText(time, stamp),
    },
    handleScale: { axisPressedMouseMove: { time: true, price: frame.full ?? false } },
    // The page scrolls when a finger moves up or down on the chart.
    handleScroll: { vertTouchDrag: false },
  };
  return createChartEx(host, exchangeScale(timeZone), options);
}
