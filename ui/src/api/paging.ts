interface PageOf<T> {
  list: T[];
  page: { pageNum: number; pageSize: number; total: number };
}

/** The most rows that the server gives in one page. */
export const PAGE_SIZE_MAX = 100;

/** The number of the page behind this one, or undefined at the end. For an infinite query. */
export const nextPage = ({ page }: PageOf<unknown>) =>
  page.pageNum * page.pageSize < page.total ? page.pageNum + 1 : undefined;

/** Reads a list to its end, for what has to be added up as a whole. */
export async function everyPage<T>(read: (pageNum: number) => Promise<PageOf<T>>): Promise<T[]> {
  const rows: T[] = [];
  for (let pageNum: number | undefined = 1; pageNum; ) {
    const page: PageOf<T> = await read(pageNum);
    rows.push(...page.list);
    pageNum = page.list.length > 0 ? nextPage(page) : undefined;
  }
  return rows;
}
