import { expect, it } from "vitest";
import type { ListedInstrument, Quote } from "@/api/market";
import type { ListType } from "./lists";
import { ranked } from "./ranking";

const row = (symbol: string, changePercent: string | null, volume: string) =>
  ({ symbol, quote: { changePercent, volume } as Quote }) as ListedInstrument;
const rows = [row("A", "-2.80", "1000"), row("B", "-2.84", "900"), row("C", null, "10000")];

it.each([
  ["losers", ["B", "A", "C"]],
  ["gainers", ["A", "B", "C"]],
  ["actives", ["C", "A", "B"]],
] satisfies [ListType, string[]][])("puts the %s in the order of what they show", (type, order) => {
  expect(ranked(rows, type, ({ quote }) => quote).map(({ symbol }) => symbol)).toEqual(order);
});

it("goes by the newest quotes and not by those of the reading", () => {
  const newest = { changePercent: "3.00", volume: "1" } as Quote;
  const order = ranked(rows, "gainers", (one) => (one.symbol === "B" ? newest : one.quote));
  expect(order.map(({ symbol }) => symbol)).toEqual(["B", "A", "C"]);
});
