import { type ReactNode, useMemo } from "react";
import { MoreButton } from "./MoreButton";
import { type Answer, QueryView } from "./QueryView";
import { SkeletonRows } from "./Skeleton";
import type { PagedQuery } from "./useNextPage";

interface Pages<Row> {
  pages: { rows: Row[] }[];
}

interface QueryListProps<Row> {
  /** A list that is read whole, or page by page. */
  query: Answer<Row[]> | (Answer<Pages<Row>> & PagedQuery);
  /** What stands in its place until it has come: rows, unless it looks otherwise. */
  skeleton?: ReactNode;
  /** What stands in its place while there is nothing in it. */
  empty?: ReactNode;
  /** What stands at the end of pages: the button for the next one, unless the list reads on by itself. */
  more?: ReactNode;
  /** Draws the rows, of which there is at least one. */
  children: (rows: Row[]) => ReactNode;
}

const rowsOf = <Row,>(data: Row[] | Pages<Row>): Row[] =>
  "pages" in data ? data.pages.flatMap(({ rows }) => rows) : data;

/** A list on the screen, whatever has become of its query: on its way, failed, empty, or there, with the way to more. */
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
