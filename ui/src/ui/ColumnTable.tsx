import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronDown, ChevronsUpDown, ChevronUp } from "lucide-react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { classes } from "./classes";
import { type Sort, type Sorting, sorted } from "./sorting";
import { useRowKeys } from "./useRowKeys";

const ROOM = {
  500: "hidden @min-[500px]:table-cell",
  760: "hidden @min-[760px]:table-cell",
  1000: "hidden @min-[1000px]:table-cell",
} as const;

export interface Column<Row> {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** True for figures: right-aligned, with digits of one width. */
  figure?: boolean;
  /** Table width in px below which the column is hidden; always shown without it. */
  room?: keyof typeof ROOM;
  /** The column's sort order; without it the column cannot be sorted by. */
  sort?: Sorting<Row>;
}

interface ColumnTableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  /** The first column names the row. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  initialSort?: Sort;
  /** Called when a row is pressed; arrow keys move between rows. */
  onOpen: (row: Row) => void;
  /** The row that is open beside the table. */
  openKey?: string;
  /** Shown in place of rows: a skeleton, an empty state, an error. */
  children?: ReactNode;
  className?: string;
}

/** The least width of the column that names the row, enough for a code. */
const FIRST = "min-w-26";

const alignment = <Row,>({ figure, room }: Column<Row>) =>
  classes(figure ? "num text-right whitespace-nowrap" : "text-left", room && ROOM[room]);

/** In a narrow table the columns have less padding. */
const CELL = "px-1.5 @min-[760px]:px-2 @min-[1000px]:px-3";

/** The height of a row, its border included. */
const ROW_PX = 45;
/** Above this number of rows only the visible ones are in the page, so that thousands scroll as smoothly as ten. */
const ALL_AT_ONCE = 60;

interface HeadProps<Row> {
  column: Column<Row>;
  isFirst: boolean;
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}

function Head<Row>({ column, isFirst, sort, onSort }: HeadProps<Row>) {
  const { key, title } = column;
  const chosen = sort?.key === key ? sort : undefined;
  const order = chosen && (chosen.descending ? "descending" : "ascending");
  const Icon = chosen ? (chosen.descending ? ChevronDown : ChevronUp) : ChevronsUpDown;
  // The first press sorts figures from the greatest, and words from A.
  const descending = chosen ? !chosen.descending : column.sort?.by === "figure";
  return (
    <th
      scope="col"
      aria-sort={order}
      className={classes(
        CELL,
        "sticky top-0 z-10 border-b border-line bg-bg text-caption font-medium whitespace-nowrap text-ink-2",
        alignment(column),
      )}
    >
      {isFirst ? <div aria-hidden className={FIRST} /> : null}
      {column.sort ? (
        <button
          type="button"
          onClick={() => onSort({ key, descending })}
          className={classes("inline-flex min-h-11 items-center gap-0.5", chosen && "text-ink")}
        >
          {title}
          <Icon size={12} aria-hidden className={classes("shrink-0", !chosen && "text-ink-3")} />
        </button>
      ) : (
        title
      )}
    </th>
  );
}

/**
 * A dense table for wide windows: pressing a column's title, which stays in view, sorts the rows, and arrow keys move
 * between them. It scrolls by itself, so give it a height.
 */
export function ColumnTable<Row>(props: ColumnTableProps<Row>) {
  const { label, columns, rows, rowKey, initialSort, onOpen, openKey, children, className } = props;
  const { i18n } = useTranslation();
  const [sort, setSort] = useState(initialSort);
  const onKeyDown = useRowKeys();
  const sorting = columns.find(({ key }) => key === sort?.key)?.sort;
  const ordered = useMemo(
    () => (sort && sorting ? sorted(rows, sorting, sort.descending, i18n.language) : rows),
    [rows, sort, sorting, i18n.language],
  );
  const [first, ...others] = columns;
  const scroll = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: ordered.length,
    enabled: ordered.length > ALL_AT_ONCE,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
  });
  const items = virtualizer.getVirtualItems();
  const windowed = ordered.length > ALL_AT_ONCE;
  const shown = windowed ? items.flatMap(({ index }) => ordered.slice(index, index + 1)) : ordered;
  const above = windowed ? (items[0]?.start ?? 0) : 0;
  const below = windowed ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the rows' buttons
    <div
      ref={scroll}
      className={classes("@container relative overflow-auto", className)}
      onKeyDown={onKeyDown}
    >
      <table
        aria-label={label}
        aria-rowcount={windowed ? ordered.length + 1 : undefined}
        className="w-full border-separate border-spacing-0 text-small @min-[760px]:text-note"
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <Head
                key={column.key}
                column={column}
                isFirst={column === first}
                sort={sort}
                onSort={setSort}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 ? (
            <tr aria-hidden style={{ height: above }}>
              <td />
            </tr>
          ) : null}
          {shown.map((row) => {
            const isOpen = rowKey(row) === openKey;
            const cell = classes(CELL, "border-b border-line", isOpen && "bg-sunken");
            return (
              <tr key={rowKey(row)} className="relative h-11 hover:bg-sunken">
                <th
                  scope="row"
                  className={classes(cell, alignment(first), "w-full max-w-0 font-medium")}
                >
                  <button
                    type="button"
                    data-row
                    aria-current={isOpen || undefined}
                    onClick={() => onOpen(row)}
                    className="min-h-11 w-full text-left outline-none before:absolute before:inset-0 before:content-[''] focus-visible:before:outline-2 focus-visible:before:-outline-offset-2 focus-visible:before:outline-brass"
                  >
                    {first.cell(row)}
                  </button>
                </th>
                {others.map((column) => (
                  <td key={column.key} className={classes(cell, alignment(column))}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
          {below > 0 ? (
            <tr aria-hidden style={{ height: below }}>
              <td />
            </tr>
          ) : null}
        </tbody>
      </table>
      {children}
    </div>
  );
}
