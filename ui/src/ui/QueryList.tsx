import { type ReactNode, useMemo } from "react";
import { MoreButton } from "./MoreButton";
import { type Answer, QueryView } from "./QueryView";
import { SkeletonRows } from "./Skeleton";
import type { PagedQuery } from "./useNextPage";

interface Pages<Row> {
  pages: { rows: Row[] }[];
}

interface QueryListProps<Row> {
  /** A list read as a whole, or page by page. */
  query: Answer<Row[]> | (Answer<Pages<Row>> & PagedQuery);
  /** Shown until the list has loaded; rows by default. */
  skeleton?: ReactNode;
  /** Shown if the list is empty. */
  empty?: ReactNode;
  /** The end of a paged list: by default the button for the next page; other for a list that loads pages by itself. */
  more?: ReactNode;
  /** Draws the rows; there is at least one. */
  children: (rows: Row[]) => ReactNode;
}

const rowsOf = <Row,>(data: Row[] | Pages<Row>): Row[] =>
  "pages" in data ? data.pages.flatMap(({ rows }) => rows) : data;

/** A list in any state of its query: loading, failed, empty, or loaded, with a way to load more. */
export function QueryList<Row>(props: QueryListProps<Row>) {
  const { query, skeleton = <SkeletonRows />, empty = null, children } = props;
  const { data, error, errorUpdateCount, refetch } = query;
  const read = useMemo(() => data && rowsOf<Row>(data), [data]);
  const { more = "fetchNextPage" in query ? <MoreButton query={query} /> : null } = props;
  return (
    <QueryView query={{ data: read, error, errorUpdateCount, refetch }} skeleton={skeleton}>
      {(rows) =>
        rows.length === 0 ? (
          empty
        ) : (
          <>
            {children(rows)}
            {more}
          </>
        )
      }
    </QueryView>
  );
}
