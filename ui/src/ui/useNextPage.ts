import { useState } from "react";

/** What a list that is read page by page tells of itself, as an infinite query does. */
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
 * Whether the page behind the last one was refused. The query forgets that when it reads its pages again, and a list
 * that reads on by itself would ask anew each time: only another page, or the customer, ends it.
 */
export function useNextPage(query: PagedQuery): { refused: boolean; canReadOn: boolean } {
  const pages = query.data?.pages.length ?? 0;
  const [refusedAfter, setRefusedAfter] = useState(0);
  if (query.isFetchNextPageError && refusedAfter !== pages) setRefusedAfter(pages);
  const refused = query.hasNextPage && pages > 0 && refusedAfter === pages;
  return { refused, canReadOn: query.hasNextPage && !query.isFetching && !refused };
}
