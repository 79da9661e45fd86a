import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Bar } from "@/api/types";
import type { Quote } from "@/push/quotes";
import { Chips, ErrorState, type Figure, formatDecimal, Skeleton } from "@/ui";
import { exchangeZone } from "@/ui/time";
import { movingAverage, withQuote } from "./liveBars";
import { bars as barsQuery, type Period, periods } from "./queries";
import { usePannedBars } from "./usePannedBars";

/** The charting library is the largest part of the app: it loads when a chart is first shown. */
const PriceChart = lazy(() => import("./PriceChart"));

function Averages({ bars }: { bars: Bar[] }) {
  const lines = [
    { length: 5, color: "text-brass-text" },
    { length: 20, color: "text-average" },
  ];
  return (
    <div className="num pointer-events-none absolute top-0 left-1.5 z-10 flex gap-3 text-badge text-ink-2">
      {lines.map(({ length, color }) => {
        const value = movingAverage(bars.slice(-length), length).at(-1)?.value;
        return value ? (
          <span key={length}>
            MA{length}{" "}
            <b className={`font-semibold ${color}`}>{formatDecimal(value, { min: 2, max: 2 })}</b>
          </span>
        ) : null;
      })}
    </div>
  );
}

interface ChartSectionProps {
  code: string;
  market: string;
  quote: Quote | undefined;
  prevClose: Figure;
}

/** The choice of a period and its chart, which moves with every tick. */
export function ChartSection({ code, market, quote, prevClose }: ChartSectionProps) {
  const { t } = useTranslation("market");
  const [period, setPeriod] = useState<Period>("1D");
  const { data, error, refetch } = useQuery(barsQuery(code, market, period));
  const { bars: read, loadOlder } = usePannedBars(code, market, period, data);
  const bars = useMemo(() => withQuote(read, quote, period), [read, quote, period]);
  return (
    <section aria-label={t("chart.label")}>
      <Chips
        spread
        label={t("chart.period")}
        value={period}
        onChange={setPeriod}
        choices={periods.map((value) => ({ value, label: t(`chart.${value}`) }))}
      />
      <div className="relative -mx-1.5 mt-1 min-h-[296px]">
        {data && bars.length > 0 ? (
          <Suspense fallback={<Skeleton className="h-[280px] w-full" />}>
            {period === "intraday" ? null : <Averages bars={bars} />}
            <PriceChart
              key={`${code} ${period}`}
              bars={bars}
              period={period}
              timeZone={exchangeZone(market)}
              prevClose={prevClose}
              onLeftEdge={loadOlder}
            />
          </Suspense>
        ) : null}
        {data?.length === 0 ? (
          <p className="grid h-[280px] place-items-center text-note text-ink-2">
            {t("chart.empty")}
          </p>
        ) : null}
        {!data && error ? <ErrorState error={error} retry={refetch} /> : null}
        {!data && !error ? <Skeleton className="h-[280px] w-full" /> : null}
      </div>
    </section>
  );
}
