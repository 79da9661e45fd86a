import { useCallback } from "react";
import { NextPageError, useNextPage } from "@/ui";

type Query = Parameters<typeof useNextPage>[0];

/** Loads the next page of a list near its end, and provides the error to show if that is refused. */
export function useReadOn(query: Query) {
  const { fetchNextPage } = query;
  const { refused, canReadOn } = useNextPage(query);
  const readOn = useCallback(() => {
    if (canReadOn) void fetchNextPage();
  }, [canReadOn, fetchNextPage]);
  return { readOn, more: refused ? <NextPageError query={query} /> : null };
}
