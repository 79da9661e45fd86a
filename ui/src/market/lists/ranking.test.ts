// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { FutureTerms, ListedInstrument, Quote } from "@/api/market";
import type { Wanted } from "@/choices/lists";
import type { SortColumn } from "@/choices/sorts";
import * as quotes from "@/push/quotes";
import { orderingOf } from "./orderings";
import { ranked, useRanked } from "./ranking";

const row = (symbol: string, changePercent: string | null, volume: string, last: string) =>
  ({ symbol, quote: { changePercent, volume, last } as Quote }) as ListedInstrument;
const rows = [
  row("A", "-2.80", "1000", "10"),
  row("B", "-2.84", "900", "100"),
  row("C", null, "10000", "2"),
];
const namesOf = (list: readonly ListedInstrument[]) => list.map(({ symbol }) => symbol);

it.each([
  ["losers", ["B", "A", "C"]],
  ["gainers", ["A", "B", "C"]],
  ["actives", ["B", "C", "A"]],
  ["all", ["A", "B", "C"]],
] satisfies [Wanted["type"], string[]][])(
  "puts the %s in the order of what they show",
  (type, order) => {
    expect(namesOf(ranked(rows, orderingOf({ type }), ({ quote }) => quote))).toEqual(order);
  },
);

it("goes by the newest quotes and not by those of the reading", () => {
  const newest = { changePercent: "3.00", volume: "1", last: "1" } as Quote;
  const order = ranked(rows, orderingOf({ type: "gainers" }), (one) =>
    one.symbol === "B" ? newest : one.quote,
  );
  expect(namesOf(order)).toEqual(["B", "A", "C"]);
});

const full = (symbol: string, quote: Partial<Quote>, own: Partial<ListedInstrument> = {}) =>
  ({ symbol, previousClose: "100", quote: quote as Quote, ...own }) as ListedInstrument;
const [cheap, dear] = [
  full("cheap", { last: "2.5", change: "1", volume: "100", high: "3", low: "1" }),
  full("dear", { last: "10", change: "-1", volume: "20", high: "110", low: "100.5" }),
];

it.each([
  ["price", ["dear", "cheap"]],
  ["change", ["cheap", "dear"]],
  ["volume", ["cheap", "dear"]],
  ["turnover", ["cheap", "dear"]],
  ["amplitude", ["dear", "cheap"]],
  ["name", ["dear", "cheap"]],
] satisfies [SortColumn, string[]][])("keeps a list in the order of its %s", (by, order) => {
  const sorted = (descending: boolean) =>
    namesOf(
      ranked(
        [dear, cheap],
        orderingOf({ type: "all", order: { by, descending } }),
        (one) => one.quote,
      ),
    );
  expect(sorted(true)).toEqual(order);
  if (by !== "name") expect(sorted(false)).toEqual([...order].reverse());
});

it("counts what a point of a future is worth", () => {
  const future = { multiplier: "50" } as FutureTerms;
  const gold = full("gold", { last: "1", volume: "10" }, { future });
  const order = { by: "turnover", descending: true } as const;
  expect(
    namesOf(ranked([cheap, gold], orderingOf({ type: "all", order }), (one) => one.quote)),
  ).toEqual([...["gold", "cheap"]]);
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it("puts a list that a column orders in order again while prices move", () => {
  const now = vi.spyOn(quotes, "quoteNow").mockReturnValue(undefined);
  const order = { by: "price", descending: true } as const;
  const given = [cheap, dear];
  const { result } = renderHook(() => useRanked(given, orderingOf({ type: "all", order })));
  expect(namesOf(result.current)).toEqual(["dear", "cheap"]);
  now.mockImplementation(({ symbol }) =>
    symbol === "cheap" ? ({ last: "11" } as Quote) : undefined,
  );
  act(() => vi.advanceTimersByTime(2_900));
  expect(namesOf(result.current)).toEqual(["dear", "cheap"]);
  act(() => vi.advanceTimersByTime(200));
  expect(namesOf(result.current)).toEqual(["cheap", "dear"]);
});
