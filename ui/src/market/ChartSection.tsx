import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Bar, Listing, Quote } from "@/api/market";
import { Chips, ErrorState, type Figure, formatDecimal, priceDecimals, Skeleton } from "@/ui";
import { exchangeZone } from "@/ui/time";
import { LiveBars, movingAverage } from "./liveBars";
import { bars as barsQuery, type Period, periods } from "./queries";
import { usePannedBars } from "./usePannedBars";

/** The charting library is the largest part of the app: it loads when a chart is first shown. */
const PriceChart = lazy(() => import("./PriceChart"));

const NO_BARS: Bar[] = [];

function Averages({ bars, decimals }: { bars: Bar[]; decimals: number }) {
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
            <b className={`font-semibold ${color}`}>
              {formatDecimal(value, { min: decimals, max: decimals })}
            </b>
          </span>
        ) : null;
      })}
    </div>
  );
}

interface ChartSectionProps {
  listing: Listing;
  quote: Quote | undefined;
  previousClose: Figure;
  /** The step of the instrument's prices. */
  tickSize: Figure;
}

/** The choice of a period and its chart, which moves with every tick. */
export function ChartSection({ listing, quote, previousClose, tickSize }: ChartSectionProps) {
  const { symbol, market } = listing;
  const { t } = useTranslation("market");
  const [period, setPeriod] = useState<Period>("1D");
  const { data, error, refetch } = useQuery(barsQuery(listing, period));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another instrument's bars begin anew
  const live = useMemo(() => new LiveBars(period), [symbol, market, period]);
  const newest = live.with(data ?? NO_BARS, quote);
  const { bars, loadOlder } = usePannedBars(listing, period, newest);
  const decimals = priceDecimals(tickSize);
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
            {period === "intraday" ? null : <Averages bars={bars} decimals={decimals} />}
            <PriceChart
              key={`${symbol} ${period}`}
              bars={bars}
              period={period}
              timeZone={exchangeZone(market)}
              previousClose={previousClose}
              decimals={decimals}
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
