import { LoaderCircle } from "lucide-react";
import { type CSSProperties, lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { classes, ErrorState, Skeleton } from "@/ui";
import { averagePrice, dayUntil } from "./averagePrice";
import { ChartCredit } from "./ChartCredit";
import { ChartLegend, PointedRest } from "./ChartLegend";
import type { Views } from "./PriceChart";
import { readingOf } from "./readings";
import { sessionOfBar } from "./tradingHours";
import type { Chart } from "./useChart";

/** The charting library is the largest part of the app: it loads when a chart is first shown. */
const PriceChart = lazy(() => import("./PriceChart"));

interface ChartBodyProps {
  chart: Chart;
  views: Views;
  /** True if it fills the window. */
  full?: boolean;
  /** True if another drawing of the chart lies over it. */
  covered?: boolean;
  /** A button beside the legend; in the full window the charting library's credit. */
  action?: ReactNode;
  /** Buttons under the chart. */
  foot?: ReactNode;
}

/** The bars of a chart with their legend above and the buttons beneath. */
export function ChartBody(props: ChartBodyProps) {
  const { chart, views, full = false, covered = false, action, foot } = props;
  const { t } = useTranslation("chart");
  const [pointed, setPointed] = useState<number | null>(null);
  const { bars, scale, decimals, marks, shown } = chart;
  const reading = readingOf(bars, pointed, scale);
  // The volume of a pair is not counted: the feed's is only its own.
  const hasAverage = scale.hasVolume !== false && scale.isCounted !== false;
  const isCourse = scale.period === "intraday";
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the bar that is read only its place counts
  const average = useMemo(
    () =>
      isCourse && hasAverage && reading
        ? averagePrice(dayUntil(bars, reading.index, scale), decimals)
        : undefined,
    [bars, reading?.index, isCourse, hasAverage, decimals],
  );
  // Each pane beneath the prices has its own height.
  const height = full
    ? "min-h-0 flex-1"
    : "h-[calc(var(--chart,300px)+var(--panes)*70px)] @2xl:h-[calc(var(--chart,326px)+var(--panes)*94px)]";
  const panes = { "--panes": shown.below.length } as CSSProperties;
  if (chart.error) return <ErrorState error={chart.error} retry={chart.refetch} />;
  if (chart.isEmpty) {
    return (
      <p className={classes("grid place-items-center text-note text-ink-2", height)} style={panes}>
        {t("empty")}
      </p>
    );
  }
  const read = reading && { reading, scale, decimals, highest: chart.highest, average };
  const skeleton = <Skeleton className={classes("w-full", height)} />;
  return (
    <>
      {read ? (
        <ChartLegend {...read} session={sessionOfBar(chart.sessions, read.reading.bar.start)}>
          {full ? (
            <div className="-my-2.5">
              <ChartCredit />
            </div>
          ) : (
            action
          )}
        </ChartLegend>
      ) : (
        <div className="h-[38px] @3xl:h-6" />
      )}
      <div
        className={classes("relative mt-1", full && "flex min-h-0 flex-1 flex-col")}
        style={panes}
      >
        {!read || covered ? (
          skeleton
        ) : (
          <Suspense fallback={skeleton}>
            <PriceChart
              key={scale.period}
              bars={bars}
              at={read.reading.index}
              period={scale.period}
              {...shown}
              timeZone={scale.timeZone}
              fromEvening={scale.fromEvening}
              previousClose={scale.previousClose}
              decimals={decimals}
              hasVolume={hasAverage}
              full={full}
              marks={chart.drawnMarks}
              lines={chart.lines}
              priced={chart.priced}
              Review={chart.Review}
              sessions={chart.sessions}
              label={chart.sentence}
              highest={chart.highest}
              views={views}
              onLeftEdge={chart.loadOlder}
              onPoint={setPointed}
              rest={
                pointed === null ? null : (
                  <PointedRest
                    {...read}
                    marks={marks.filter(({ start }) => start === read.reading.bar.start)}
                  />
                )
              }
              className={height}
            />
          </Suspense>
        )}
        {chart.isReading ? (
          <span role="status" className="absolute top-1/3 left-2 z-10 text-ink-2">
            <LoaderCircle size={18} className="animate-spin" aria-label={t("reading")} />
          </span>
        ) : null}
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
