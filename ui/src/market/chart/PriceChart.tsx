import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import type { Bar } from "@/api/market";
import { classes, type Figure } from "@/ui";
import { useColorRevision } from "@/ui/theme";
import { StudyLegend } from "../indicators/StudyLegend";
import { useStudiesText } from "../indicators/studiesText";
import { useStudies } from "../indicators/useStudies";
import type { OwnLine, Priced, ReviewChange } from "../lines/ownLines";
import type { ChartFrame } from "./chartBoard";
import { ChartDrawing, type DrawnMark, PANE_SHARE, PRICE_SHARE, type View } from "./chartDrawing";
import type { Period } from "./periods";
import type { Stretch } from "./tradingHours";

/** Loaded lazily: a visitor has no lines. */
const LineLayer = lazy(() => import("../lines/LineLayer"));

/** The range of bars last in view, by period, to restore it in the next drawing. */
export type Views = RefObject<Partial<Record<Period, View>>>;

interface PriceChartProps extends Omit<ChartFrame, "language"> {
  bars: Bar[];
  /** The index of the bar that the legends show. */
  at: number;
  /** The close that an intraday chart is compared with. */
  previousClose: Figure;
  marks: readonly DrawnMark[];
  lines: readonly OwnLine[];
  /** What the lines know of the instrument. */
  priced: Priced;
  Review: ReviewChange | undefined;
  /** The bars outside of regular hours. */
  sessions: readonly Stretch[];
  /** The chart as a sentence. */
  label: string;
  /** The highest price: columns have the width of the longest figure. */
  highest: string;
  /** Stores the range in view for the next drawing. */
  views: Views;
  /** What is shown over the top of the bars. */
  rest: ReactNode;
  /** Called when the chart is panned to its first bars. */
  onLeftEdge: () => void;
  /** Called with the start of the bar that is pointed at, or null. */
  onPoint: (start: number | null) => void;
  className: string;
}

/** The height of the time axis below the panes. */
const AXIS_PX = 26;
/** The height of an indicator's legend over the bars. */
const LEGEND_PX = 16;

/**
 * Draws bars and their indicators on a canvas. The drawing lives outside React; a tick only moves its last bar. Legends
 * lie over it, each in its pane.
 */
export default function PriceChart(props: PriceChartProps) {
  const { bars, at, previousClose, views, marks, lines, sessions, highest } = props;
  const { period, style, over, below, timeZone, decimals, hasVolume = true } = props;
  const { full = false, fromEvening = false } = props;
  const { i18n } = useTranslation("chart");
  const host = useRef<HTMLDivElement>(null);
  const drawing = useRef<ChartDrawing>(null);
  const [board, setBoard] = useState<ChartDrawing | null>(null);
  const colors = useColorRevision();
  const calls = useRef(props);
  calls.current = props;
  const shown = [...over, ...below].join();
  const studies = useStudies(bars, shown);
  const told = useStudiesText(studies, bars.length - 1, decimals);

  const { language } = i18n;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` names the indicators, and colours are read anew
  const frame = useMemo(
    (): ChartFrame => ({
      period,
      style,
      over,
      below,
      language,
      timeZone,
      fromEvening,
      decimals,
      hasVolume,
      full,
    }),
    [period, style, shown, language, timeZone, fromEvening, decimals, hasVolume, full, colors],
  );

  useEffect(() => {
    if (!host.current) return;
    const created = new ChartDrawing(host.current, frame, views.current[frame.period]);
    drawing.current = created;
    setBoard(created);
    created.onLeftEdge(() => calls.current.onLeftEdge());
    created.onPoint((start) => calls.current.onPoint(start));
    return () => {
      // The next drawing shows the range that was in view in this one.
      views.current[frame.period] = created.view();
      created.remove();
      setBoard(null);
      calls.current.onPoint(null);
    };
  }, [frame, views]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new drawing starts empty
  useEffect(() => {
    drawing.current?.show(bars, previousClose, studies);
  }, [bars, previousClose, studies, frame]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new drawing starts empty
  useEffect(() => {
    drawing.current?.showTrades(marks, lines);
  }, [marks, lines, frame]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new drawing starts empty
  useEffect(() => {
    drawing.current?.showSessions(sessions);
  }, [sessions, frame]);

  const legend = { studies, bar: bars[at], at, decimals, highest };
  return (
    <div className={classes("relative", props.className)}>
      <div
        ref={host}
        role="img"
        aria-label={[props.label, told].filter(Boolean).join(" ")}
        className="absolute inset-0"
      />
      <div
        aria-hidden
        className="pointer-events-none absolute inset-x-0 top-0 z-10 flex flex-col"
        style={{ bottom: AXIS_PX }}
      >
        <div style={{ flex: `${PRICE_SHARE} 0 0` }}>
          {props.rest}
          {over.map((name) => (
            <StudyLegend key={name} name={name} {...legend} />
          ))}
        </div>
        {below.map((name) => (
          <div key={name} className="overflow-hidden pt-0.5" style={{ flex: `${PANE_SHARE} 0 0` }}>
            <StudyLegend name={name} {...legend} />
          </div>
        ))}
      </div>
      {board && lines.length > 0 ? (
        <Suspense>
          <LineLayer
            board={board}
            lines={lines}
            of={props.priced}
            inset={over.length * LEGEND_PX}
            Review={props.Review}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
