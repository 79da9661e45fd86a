import { expect, it } from "vitest";
import { tradingDayAt } from "./tradingDay";

const CHICAGO = { timeZone: "America/Chicago", fromEvening: true };

it("begins with the date where the exchange is", () => {
  const day = (moment: string) =>
    tradingDayAt(Date.parse(moment), { timeZone: "America/New_York" });
  expect(day("2026-11-20T04:59:00Z")).toBe(day("2026-11-19T09:00:00Z"));
  expect(day("2026-11-20T05:00:00Z")).toBe(day("2026-11-19T09:00:00Z") + 1);
});

it("begins in the evening before where days do, in winter as in summer", () => {
  const day = (moment: string) => tradingDayAt(Date.parse(moment), CHICAGO);
  for (const [ends, begins] of [
    ["2026-11-19T21:59:00Z", "2026-11-19T23:00:00Z"],
    ["2026-07-16T20:59:00Z", "2026-07-16T22:00:00Z"],
  ] as const) {
    expect(day(begins)).toBe(day(ends) + 1);
  }
  expect(day("2026-11-20T15:00:00Z")).toBe(day("2026-11-19T23:00:00Z"));
});
