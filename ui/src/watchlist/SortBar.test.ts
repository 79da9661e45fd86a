import { expect, it } from "vitest";
import type { WatchlistEntry } from "@/api/watchlist";
import { inSort, nextSort } from "./SortBar";

const row = (name: string, last: string | null, changePercent: string | null) =>
  ({ name, symbol: name, assetClass: "usStock", quote: { last, changePercent } }) as WatchlistEntry;
const rows = [row("Beta", "9.5", "-1.00"), row("Alpha", "10", "2.00"), row("Gamma", null, null)];
const names = (sort: Parameters<typeof inSort>[1]) =>
  inSort(rows, sort, "en").map(({ name }) => name);

it("orders by a column for a look, what has no figure last", () => {
  expect(names(null)).toEqual(["Beta", "Alpha", "Gamma"]);
  expect(names({ key: "name", descending: false })).toEqual(["Alpha", "Beta", "Gamma"]);
  expect(names({ key: "price", descending: true })).toEqual(["Alpha", "Beta", "Gamma"]);
  expect(names({ key: "change", descending: false })).toEqual(["Beta", "Alpha", "Gamma"]);
});

it("goes from a column's usual order to the other one, and back to the customer's own", () => {
  const first = nextSort(null, "change");
  expect(first).toEqual({ key: "change", descending: true });
  const second = nextSort(first, "change");
  expect(second).toEqual({ key: "change", descending: false });
  expect(nextSort(second, "change")).toBeNull();
  expect(nextSort(second, "name")).toEqual({ key: "name", descending: false });
});
