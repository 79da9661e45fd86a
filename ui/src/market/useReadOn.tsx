import { useCallback } from "react";
import { NextPageError, useNextPage } from "@/ui";

type Query = Parameters<typeof useNextPage>[0];

/** How a list reads on by itself as its end comes near, and what stands there where the server has refused that. */
export function useReadOn(query: Query) {
  const { fetchNextPage } = query;
  const { refused, canReadOn } = useNextPage(query);
  const readOn = useCallback(() => {
    if (canReadOn) void fetchNextPage();
  }, [canReadOn, fetchNextPage]);
  return { readOn, more: refused ? <NextPageError query={query} /> : null };
}
