import { type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Bar } from "@/api/market";
import type { Figure } from "@/ui";
import { useColorRevision } from "@/ui/theme";
import type { ChartFrame } from "./chartBoard";
import { ChartDrawing, type DrawnLine, type DrawnMark, type View } from "./chartDrawing";
import type { Period } from "./quoteQueries";

/** The parts of the bars that were in view, by period, for the next drawing of each. */
export type Views = RefObject<Partial<Record<Period, View>>>;

interface PriceChartProps extends Omit<ChartFrame, "language"> {
  bars: Bar[];
  /** The close that an intraday chart is measured against. */
  previousClose: Figure;
  marks: readonly DrawnMark[];
  lines: readonly DrawnLine[];
  /** What the chart shows, as a sentence. */
  label: string;
  /** The part of the bars that is in view is kept there for the drawing that comes next. */
  views: Views;
  /** The reader has panned to where the bars begin. */
  onLeftEdge: () => void;
  /** The reader points at the bar that begins then, or at none. */
  onPoint: (start: number | null) => void;
  className: string;
}

/** Draws bars on a canvas. The drawing lives outside React; a tick only moves its last bar. */
export default function PriceChart(props: PriceChartProps) {
  const { bars, period, timeZone, previousClose, decimals, full = false, views } = props;
  const { marks, lines } = props;
  const { i18n } = useTranslation("chart");
  const host = useRef<HTMLDivElement>(null);
  const drawing = useRef<ChartDrawing>(null);
  const colors = useColorRevision();
  const calls = useRef(props);
  calls.current = props;

  // biome-ignore lint/correctness/useExhaustiveDependencies: new colours or another language need a new drawing
  useEffect(() => {
    if (!host.current) return;
    const frame = { period, language: i18n.language, timeZone, decimals, full };
    const created = new ChartDrawing(host.current, frame, views.current[period]);
    drawing.current = created;
    created.onLeftEdge(() => calls.current.onLeftEdge());
    created.onPoint((start) => calls.current.onPoint(start));
    return () => {
      // The next drawing shows the part that the customer had chosen in this one.
      views.current[period] = created.view();
      created.remove();
      calls.current.onPoint(null);
    };
  }, [period, i18n.language, timeZone, decimals, full, colors]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new drawing starts empty
  useEffect(() => {
    drawing.current?.show(bars, previousClose);
  }, [bars, previousClose, period, i18n.language, timeZone, decimals, full, colors]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new drawing starts empty
  useEffect(() => {
    drawing.current?.showTrades(marks, lines);
  }, [marks, lines, period, i18n.language, timeZone, decimals, full, colors]);

  return <div ref={host} role="img" aria-label={props.label} className={props.className} />;
}
