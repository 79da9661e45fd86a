import { useQuery } from "@tanstack/react-query";
import { type RefObject, useCallback, useMemo, useState } from "react";
import { instrumentDetail } from "@/api/instrument";
import type { InstrumentDetail, Listing } from "@/api/market";
import { titleOf } from "@/products";
import type { Period } from "../chart/periods";
import type { Chart } from "../chart/useChart";
import { usePannedBars } from "../chart/usePannedBars";
import { useLiveBars } from "../live";
import { bars as barsQuery } from "../quote/quoteQueries";
import { commonStart, type Point, percentAt, pointsOf } from "./percents";

/** Colours that mean neither rise nor fall, the instrument of the page first. */
export const COLORS = ["ink", "study-3", "study-4"] as const;

export interface Compared extends Listing {
  title: string;
  color: (typeof COLORS)[number];
  points: Point[];
}

/** A compared instrument with its chart's points. Without one, `instead` is queried, which is cached already. */
function useOther(listing: Listing | undefined, instead: InstrumentDetail, period: Period) {
  const of = listing ?? instead;
  const { data: detail } = useQuery(instrumentDetail(of));
  const { data, refetch } = useQuery(barsQuery(of, period));
  const { bars, loadOlder } = usePannedBars(of, period, useLiveBars(of, period, data, refetch));
  const zone = detail?.timeZone;
  const points = useMemo(
    () => (zone === undefined ? [] : pointsOf(bars, period, zone)),
    [bars, period, zone],
  );
  const title = detail ? titleOf(detail).first : of.symbol;
  return { listing, title, points, loadOlder };
}

export interface ComparisonProps {
  instrument: InstrumentDetail;
  others: Listing[];
  chart: Chart;
  /** The first moment last in view, shared by the chart and its table. */
  view: RefObject<number>;
}

/** An instrument and up to two others on one scale, as changes since the first moment in view. */
export function useComparison({ instrument, others, chart, view }: ComparisonProps) {
  const { period, timeZone } = chart.scale;
  const { bars } = chart;
  const own = useMemo(() => pointsOf(bars, period, timeZone), [bars, period, timeZone]);
  const first = useOther(others[0], instrument, period);
  const second = useOther(others[1], instrument, period);
  const { symbol, market } = instrument;
  const title = titleOf(instrument).first;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known of the others is new at every drawing, its parts are not
  const series = useMemo(() => {
    const drawn = [{ symbol, market, title, points: own }];
    for (const other of [first, second]) {
      if (other.listing) {
        drawn.push({ ...other.listing, title: other.title, points: other.points });
      }
    }
    return drawn.map((one, index): Compared => ({ ...one, color: COLORS[index] ?? "ink" }));
  }, [symbol, market, title, own, others, first.title, first.points, second.title, second.points]);
  const [from, setFrom] = useState(view.current);
  const look = (next: number) => {
    view.current = next;
    setFrom(next);
  };
  const known = series.filter(({ points }) => points.length > 0);
  const start = commonStart(
    known.map(({ points }) => points),
    from,
  );
  const loadOlder = useCallback(() => {
    chart.loadOlder();
    if (first.listing) first.loadOlder();
    if (second.listing) second.loadOlder();
  }, [chart.loadOlder, first.listing, first.loadOlder, second.listing, second.loadOlder]);
  const end =
    known.length > 0 ? Math.max(...known.map(({ points }) => points.at(-1)?.time ?? 0)) : 0;
  /** The change of each from the start to a moment or to now; null without prices. */
  const changesAt = (time: number | null) =>
    series.map(({ points }) =>
      start === null ? null : percentAt(points, start, Math.max(start, time ?? end)),
    );
  return { series, start, end, changesAt, look, loadOlder };
}

export type Comparison = ReturnType<typeof useComparison>;
