import { expect, it, vi } from "vitest";
import { decodePage, encodePage, everyPage } from "./paging";

const asIs = decodePage((row: number) => row);

const pages = (total: number, pageSize: number) =>
  vi.fn(async (page: number) => {
    const first = (page - 1) * pageSize;
    const length = Math.max(0, Math.min(pageSize, total - first));
    const list = Array.from({ length }, (_, row) => first + row);
    return asIs({ list, page: { ...encodePage(page, pageSize), total } });
  });

it.each([
  [0, 1],
  [1, 1],
  [3, 1],
  [4, 2],
  [7, 3],
])("reads %i rows in pages of three with %i calls", async (total, calls) => {
  const read = pages(total, 3);
  expect(await everyPage(read)).toEqual(Array.from({ length: total }, (_, row) => row));
  expect(read).toHaveBeenCalledTimes(calls);
});

it("ends at an empty page, whatever total the server claims", async () => {
  const read = vi.fn(async (page: number) => ({
    rows: page === 1 ? ["row"] : [],
    next: page + 1,
  }));
  expect(await everyPage(read)).toEqual(["row"]);
  expect(read).toHaveBeenCalledTimes(2);
});

it("reads each row, and knows no page behind the last", () => {
  const double = decodePage((row: number) => row * 2);
  const list = [1, 2, 3];
  const page = { pageNum: 1, pageSize: 3, total: 6 };
  expect(double({ list, page })).toEqual({ rows: [2, 4, 6], next: 2 });
  expect(double({ list, page: { ...page, pageNum: 2 } }).next).toBeUndefined();
});
