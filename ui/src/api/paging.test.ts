import { expect, it, vi } from "vitest";
import { everyPage, nextPage } from "./paging";

const pages = (total: number, pageSize: number) =>
  vi.fn(async (pageNum: number) => {
    const first = (pageNum - 1) * pageSize;
    const length = Math.max(0, Math.min(pageSize, total - first));
    const list = Array.from({ length }, (_, row) => first + row);
    return { list, page: { pageNum, pageSize, total } };
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
  const read = vi.fn(async (pageNum: number) => ({
    list: pageNum === 1 ? ["row"] : [],
    page: { pageNum, pageSize: 1, total: 9 },
  }));
  expect(await everyPage(read)).toEqual(["row"]);
  expect(read).toHaveBeenCalledTimes(2);
});

it("knows no page behind the last", () => {
  expect(nextPage({ list: [], page: { pageNum: 2, pageSize: 3, total: 6 } })).toBeUndefined();
  expect(nextPage({ list: [], page: { pageNum: 1, pageSize: 3, total: 6 } })).toBe(2);
});
