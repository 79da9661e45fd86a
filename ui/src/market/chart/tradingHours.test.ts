import { describe, expect, it } from "vitest";
import { decodeBar } from "@/api/market";
import { momentOnExchange } from "@/ui/time";
import { outsideHours, sessionOfBar } from "./tradingHours";
import { monthsOf } from "./useOutsideHours";

const HOUR = 3_600_000;
const at = (date: string, clock: string) => momentOnExchange(date, clock, "UsStock");
const bar = (start: number) => decodeBar([start, "1", "1", "1", "1", "1"]);
const hours = [
  { opens: at("2026-11-25", "09:30"), closes: at("2026-11-25", "16:00") },
  // The day after Thanksgiving has an early close.
  { opens: at("2026-11-27", "09:30"), closes: at("2026-11-27", "13:00") },
];
/** Bars of an hour from four in the morning to eight in the evening. */
const day = (date: string) =>
  Array.from({ length: 16 }, (_, index) => bar(at(date, "04:00") + index * HOUR));

describe("what lies outside of regular hours", () => {
  it("are the bars before a day's opening and those after its close, which may be early", () => {
    const bars = [...day("2026-11-25"), ...day("2026-11-27")];
    expect(outsideHours(bars, HOUR, hours)).toEqual([
      { session: "pre", first: at("2026-11-25", "04:00"), last: at("2026-11-25", "08:00") },
      { session: "after", first: at("2026-11-25", "16:00"), last: at("2026-11-25", "19:00") },
      { session: "pre", first: at("2026-11-27", "04:00"), last: at("2026-11-27", "08:00") },
      { session: "after", first: at("2026-11-27", "13:00"), last: at("2026-11-27", "19:00") },
    ]);
  });

  it("is nothing of a day that the calendar does not have", () => {
    expect(outsideHours(day("2026-11-30"), HOUR, hours)).toEqual([]);
    expect(outsideHours(day("2026-11-25"), HOUR, [])).toEqual([]);
  });

  it("is told of a bar", () => {
    const stretches = outsideHours(day("2026-11-27"), HOUR, hours);
    const of = (clock: string) => sessionOfBar(stretches, at("2026-11-27", clock));
    expect([of("05:00"), of("09:00"), of("12:00"), of("13:00")]).toEqual([
      "pre",
      null,
      null,
      "after",
    ]);
  });
});

it("asks for the months that bars lie in, on the clock of any exchange", () => {
  expect(monthsOf([])).toEqual([]);
  expect(monthsOf([bar(Date.UTC(2026, 10, 20))])).toEqual(["2026-11"]);
  expect(monthsOf([bar(Date.UTC(2026, 11, 1)), bar(Date.UTC(2027, 0, 31, 23))])).toEqual([
    "2026-11",
    "2026-12",
    "2027-01",
    "2027-02",
  ]);
});
