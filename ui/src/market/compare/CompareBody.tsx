import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Listing } from "@/api/market";
import { classes, Skeleton } from "@/ui";
import { useColorRevision } from "@/ui/theme";
import { ChartCredit } from "../chart/ChartCredit";
import type { ChartFrame } from "../chart/chartBoard";
import { isOfTheDay } from "../chart/periods";
import { barTime } from "../chart/readings";
import { CompareDrawing } from "./CompareDrawing";
import { CompareLegend } from "./CompareLegend";
import { useCompareSentence } from "./useCompareSentence";
import { type ComparisonProps, useComparison } from "./useComparison";

interface CompareBodyProps extends ComparisonProps {
  onRemove: (one: Listing) => void;
  /** True if it fills the window. */
  full?: boolean;
  /** A button beside the legend, and buttons under the chart. */
  action?: ReactNode;
  foot?: ReactNode;
}

/** Several instruments on one chart: the change of each in percent since the first common moment in view. */
export default function CompareBody(props: CompareBodyProps) {
  const { chart, onRemove, full = false, action, foot } = props;
  const { t, i18n } = useTranslation("chart");
  const host = useRef<HTMLDivElement>(null);
  const drawing = useRef<CompareDrawing>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const colors = useColorRevision();
  const comparison = useComparison(props);
  const { series, start, end } = comparison;
  const calls = useRef(comparison);
  calls.current = comparison;
  const { period } = chart.scale;
  // Dates are drawn in UTC, so that they are equal for every exchange.
  const timeZone = isOfTheDay(period) ? chart.scale.timeZone : "UTC";
  const sentence = useCompareSentence(comparison, { period, timeZone });
  const isDrawn = series.some(({ points }) => points.length > 0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read anew
  const frame = useMemo(
    (): ChartFrame => ({
      ...{ period, timeZone, full, language: i18n.language },
      ...{ style: "line", over: [], below: [], decimals: 2 },
    }),
    [period, timeZone, full, i18n.language, colors],
  );

  useEffect(() => {
    if (!host.current || !isDrawn) return;
    const created = new CompareDrawing(host.current, frame);
    drawing.current = created;
    created.onPoint(setPointed);
    created.onView((from) => calls.current.look(from));
    created.onLeftEdge(host.current, () => calls.current.loadOlder());
    return () => {
      created.remove();
      drawing.current = null;
      setPointed(null);
    };
  }, [frame, isDrawn]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new drawing starts empty
  useEffect(() => {
    drawing.current?.show(series, start);
  }, [series, start, frame, isDrawn]);

  const height = full ? "min-h-0 flex-1" : "h-[300px] @2xl:h-[420px]";
  const timeOf = (moment: number) => barTime(moment, { period, timeZone }, i18n.language, t);
  const span =
    start === null ? "" : t("compare.span", { from: timeOf(start), till: timeOf(pointed ?? end) });
  return (
    <>
      <CompareLegend
        series={series}
        changes={comparison.changesAt(pointed)}
        span={span}
        onRemove={onRemove}
      >
        {full ? <ChartCredit /> : action}
      </CompareLegend>
      <div className={classes("relative mt-1", full && "flex min-h-0 flex-1 flex-col")}>
        {isDrawn ? (
          <div ref={host} role="img" aria-label={sentence} className={classes("w-full", height)} />
        ) : (
          <Skeleton className={classes("w-full", height)} />
        )}
      </div>
      {full ? null : (
        <div className="-mb-2 flex flex-wrap items-center px-0.5">
          {foot}
          <ChartCredit />
        </div>
      )}
    </>
  );
}
