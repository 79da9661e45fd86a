import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { Bar, Listing } from "@/api/market";
import { olderBars } from "../quote/quoteQueries";
import { joinBars } from "./panning";
import type { Period } from "./periods";

const none: Bar[] = [];

/** The newest bars with earlier ones, which are read as the chart is panned to its first bar. */
export function usePannedBars(listing: Listing, period: Period, newest: Bar[] = none) {
  const {
    data,
    fetchNextPage,
    hasNextPage,
    isFetching: isReading,
  } = useInfiniteQuery(olderBars(listing, period, newest));
  const bars = useMemo(
    () => (data?.pages ?? []).reduce((joined, page) => joinBars(page, joined), newest),
    [data, newest],
  );
  const more = newest.length > 0 && !isReading && (data === undefined || hasNextPage);
  const loadOlder = useCallback(() => {
    if (more) void fetchNextPage();
  }, [more, fetchNextPage]);
  return { bars, loadOlder, isReading };
}
