import { expect, it } from "vitest";
import { byDay } from "./days";

it("puts rows under the customer's own days and keeps their order", () => {
  const moments = [
    new Date(2026, 10, 21, 0, 0, 1),
    new Date(2026, 10, 20, 23, 59, 59),
    new Date(2026, 10, 20, 8, 0, 0),
  ];
  const days = byDay(moments, (moment) => moment.getTime(), "en");
  expect(days.map(({ day }) => day)).toEqual(["21 Nov 2026", "20 Nov 2026"]);
  expect(days.map(({ rows }) => rows)).toEqual([[moments[0]], [moments[1], moments[2]]]);
});

it("has no day without a row", () => {
  expect(byDay<number>([], (moment) => moment, "zh-Hans")).toEqual([]);
});
