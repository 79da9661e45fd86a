import { expect, it } from "vitest";
import type { BillEntry } from "@/api/funds";
import { groupByDay } from "./bill";
import { movementsOf } from "./movements";

const at = (id: string, moment: Date): BillEntry => ({
  id,
  line: 0,
  kind: "transfer",
  wallet: "BALANCE",
  currency: "USD",
  amount: "-1.00",
  balanceAfter: "9.00",
  at: moment.getTime(),
  note: "BALANCE → STOCK",
});

it("puts entries under the customer's own days and keeps their order", () => {
  const entries = [
    at("3", new Date(2026, 10, 21, 0, 0, 1)),
    at("2", new Date(2026, 10, 20, 23, 59, 59)),
    at("1", new Date(2026, 10, 20, 8, 0, 0)),
  ];
  const days = groupByDay(movementsOf(entries), "en");
  expect(days.map(({ day }) => day)).toEqual(["21 Nov 2026", "20 Nov 2026"]);
  expect(days.map(({ movements }) => movements.map(({ main }) => main.id))).toEqual([
    ["3"],
    ["2", "1"],
  ]);
});

it("has no day without an entry", () => {
  expect(groupByDay([], "zh-Hans")).toEqual([]);
});
