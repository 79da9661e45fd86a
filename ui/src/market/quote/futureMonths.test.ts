import { expect, it } from "vitest";
import { testInstrument } from "@/test/instrument";
import { contractMonth, leadingMonth, monthText } from "./futureMonths";

const month = (symbol: string, isMainMonth = false) => testInstrument({ symbol, isMainMonth });

it.each([
  ["ESZ26", "2026-12"],
  ["CLF27", "2027-01"],
  ["HSIX26", "2026-11"],
  ["AAPL", null],
])("finds in %s the month %s", (symbol, expected) => {
  expect(contractMonth(symbol)).toBe(expected);
});

it("says the month in words, and a code that has none as it is", () => {
  expect(monthText("CLF27", "en")).toBe("Jan 2027");
  expect(monthText("CLF27", "zh-Hant")).toBe("2027年1月");
  expect(monthText("AAPL", "en")).toBe("AAPL");
});

it("takes for the main month the one that the server says is", () => {
  expect(leadingMonth([month("GCX26"), month("GCZ26", true), month("GCG27")])).toBe("GCZ26");
  expect(leadingMonth([month("GCX26")])).toBeUndefined();
});
