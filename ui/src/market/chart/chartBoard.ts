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
import type { Below, Over } from "../indicators/catalog";
import type { ChartStyle } from "./chartSettings";
import { exchangeScale } from "./exchangeScale";
import { isOfTheDay, type Period } from "./periods";
import type { DayClock } from "./tradingDay";

/** The parameters of a drawing; other ones need a new drawing. */
export interface ChartFrame extends DayClock {
  period: Period;
  style: ChartStyle;
  /** The indicators over the prices, and those in panes beneath. */
  over: readonly Over[];
  below: readonly Below[];
  language: string;
  /** The number of decimals of the prices. */
  decimals: number;
  /** False if it is not traded, or its volume is not counted: its day has no average price. */
  hasVolume?: boolean;
  /** True if it fills the window: the price scale can be dragged, since no page scrolls beneath. */
  full?: boolean;
}

/** Half the width of a date on the axis, which the chart's edge would cut under the newest bar. */
export const DATE_PX = 22;

/** The number of bars that leave `pixels` free to the right of the newest; 0 in a narrow chart. */
export function roomOf(pixels: number, bars: number, width: number): number {
  return width > pixels * 4 ? (bars * pixels) / (width - pixels) : 0;
}

/** A moment in the library's format. */
export const second = (ms: number) => Math.floor(ms / 1000) as UTCTimestamp;

type TimeText = (time: Time, options: Intl.DateTimeFormatOptions) => string;

/** A chart's clock is that of the exchange, not of the reader. */
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

/** The format of the crosshair's label under the chart; the legend above has the full time. */
function stampOf(period: Period): Intl.DateTimeFormatOptions {
  if (isOfTheDay(period)) return { month: "short", day: "numeric", ...CLOCK };
  if (period === "1Y") return { year: "numeric" };
  const day = period === "1D" || period === "1W" ? ({ day: "numeric" } as const) : {};
  return { year: "numeric", month: "short", ...day };
}

/** The empty board of a chart: scales, crosshair and gestures. Colours come from the design tokens. */
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
      // Omits a price that the chart's edge would cut.
      entireTextOnly: true,
      scaleMargins: { top: 0.08, bottom: 0.08 },
    },
    timeScale: {
      borderVisible: false,
      timeVisible: isOfTheDay(period),
      rightOffset: period === "intraday" ? 0 : 1,
      // All minutes of a day fit on a phone.
      minBarSpacing: period === "intraday" ? 0.1 : 0.5,
      fixLeftEdge: true,
      tickMarkFormatter: (time: Time, type: TickMarkType) => timeText(time, TICK_MARKS[type]),
    },
    // On a touch screen a long press shows it, and a tap hides it.
    crosshair: { mode: CrosshairMode.Normal, vertLine: cross, horzLine: cross },
    localization: {
      locale: language,
      timeFormatter: (time: Time) => timeText(time, stamp),
    },
    handleScale: { axisPressedMouseMove: { time: true, price: frame.full ?? false } },
    // A vertical drag on the chart scrolls the page.
    handleScroll: { vertTouchDrag: false },
  };
  return createChartEx(host, exchangeScale(timeZone), options);
}
