import type { Wire } from "./wire";

/** A page of a list. */
export interface Paged<Row> {
  rows: Row[];
  /** The number of the next page; undefined on the last. */
  next: number | undefined;
}

interface WirePage<Row> {
  list: Row[];
  page: Wire["PageInfo"];
}

/** The most rows that the server gives in one page. */
export const PAGE_SIZE_MAX = 100;

/** The request for a page of a list; the first page is 1. */
export const encodePage = (page: number, size: number) => ({ pageNum: page, pageSize: size });

/** The request for the first rows of a list. */
export const encodeCount = (count: number) => ({ pageSize: count });

/** Reads a page, row by row: `reply(…).then(decodePage(decodeOrder))`. */
export const decodePage =
  <WireRow, Row>(decode: (row: WireRow) => Row) =>
  ({ list, page }: WirePage<WireRow>): Paged<Row> => ({
    rows: list.map(decode),
    next: page.pageNum * page.pageSize < page.total ? page.pageNum + 1 : undefined,
  });

/** Reads all pages of a list, for sums over the whole. */
export async function everyPage<Row>(read: (page: number) => Promise<Paged<Row>>): Promise<Row[]> {
  const all: Row[] = [];
  for (let page: number | undefined = 1; page; ) {
    const { rows, next }: Paged<Row> = await read(page);
    all.push(...rows);
    page = rows.length > 0 ? next : undefined;
  }
  return all;
}
