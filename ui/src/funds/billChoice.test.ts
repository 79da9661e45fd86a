import { expect, it } from "vitest";
import { type BillChoice, filterOf, hiddenChoices, wholeBill } from "./billChoice";

// 23 November 2026, one in the morning in Hong Kong and noon of the day before in New York.
const now = Date.parse("2026-11-22T17:00:00Z");

it.each<[Partial<BillChoice>, string, object]>([
  [{}, "UTC", {}],
  [{ wallet: "STOCK", flow: "out" }, "UTC", { wallet: "STOCK", flow: "out" }],
  [{ group: "trade" }, "UTC", { kinds: ["trade_buy", "trade_sell"] }],
  [{ period: "week" }, "Asia/Hong_Kong", { from: "2026-11-17" }],
  [{ period: "week" }, "America/New_York", { from: "2026-11-16" }],
  // New York's clocks went back on the first of November.
  [{ period: "month" }, "America/New_York", { from: "2026-10-24" }],
  [{ from: "2026-11-01", to: "2026-11-02" }, "UTC", {}],
  [
    { period: "days", from: "2026-11-01", to: "2026-11-02" },
    "UTC",
    { from: "2026-11-01", to: "2026-11-02" },
  ],
])("of %j by the clock of %s the server is asked for %j", (choice, timeZone, expected) => {
  expect(filterOf({ ...wholeBill, ...choice }, now, timeZone)).toEqual({ ...expected, timeZone });
});

it("counts what a closed sheet hides", () => {
  expect(hiddenChoices({ ...wholeBill, wallet: "STOCK", keyword: "aapl" })).toBe(0);
  expect(hiddenChoices({ ...wholeBill, group: "fee", flow: "out", period: "week" })).toBe(3);
});
