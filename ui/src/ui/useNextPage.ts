import { useState } from "react";

/** The state of a list read page by page, as an infinite query has it. */
export interface PagedQuery {
  data: { pages: unknown[] } | undefined;
  error: unknown;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/**
 * `refused` is true if the next page failed to load. The query forgets that when it refetches its pages, and a list
 * that loads pages by itself would retry each time: only another page, or the customer, clears it.
 */
export function useNextPage(query: PagedQuery): { refused: boolean; canReadOn: boolean } {
  const pages = query.data?.pages.length ?? 0;
  const [refusedAfter, setRefusedAfter] = useState(0);
  if (query.isFetchNextPageError && refusedAfter !== pages) setRefusedAfter(pages);
  const refused = query.hasNextPage && pages > 0 && refusedAfter === pages;
  return { refused, canReadOn: query.hasNextPage && !query.isFetching && !refused };
}
