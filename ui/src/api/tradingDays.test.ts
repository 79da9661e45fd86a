import { expect, it } from "vitest";
import { decodeTradingDay, hasCalendar } from "./tradingDays";

it("reads a day by the exchange's clock", () => {
  const wire = { date: "2026-11-27", open: "09:30", close: "13:00", breaks: [], halfDay: true };
  expect(decodeTradingDay(wire)).toEqual({
    date: "2026-11-27",
    opens: "09:30",
    closes: "13:00",
    breaks: [],
    closesEarly: true,
  });
});

it("knows which markets have a calendar", () => {
  expect(["UsStock", "HK", "Crypto"].map(hasCalendar)).toEqual([true, true, false]);
});
