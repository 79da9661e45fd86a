import type { UTCTimestamp } from "lightweight-charts";
import { expect, it } from "vitest";
import { exchangeScale } from "./exchangeScale";

/** The hours of two nights in New York, in which UTC begins a new day at seven in the evening. */
const HOURS = Array.from(
  { length: 24 },
  (_, hour) => (Date.UTC(2026, 10, 20, 17) / 1_000 + hour * 3_600) as UTCTimestamp,
);

/** The hours that begin a day on the scale of a zone. */
function daysBegin(timeZone: string): string[] {
  const scale = exchangeScale(timeZone);
  const points = HOURS.map((hour) => ({
    timeWeight: 0 as never,
    time: scale.convertHorzItemToInternal(hour),
    originalTime: hour,
  }));
  scale.fillWeightsForPoints(points, 0);
  // The first point has none before it.
  const [, ...others] = points;
  const greatest = Math.max(...others.map(({ timeWeight }) => Number(timeWeight)));
  return others
    .filter(({ timeWeight }) => Number(timeWeight) === greatest)
    .map(({ originalTime }) => new Date(originalTime * 1_000).toISOString());
}

it("begins a day when the exchange does", () => {
  expect(daysBegin("UTC")).toEqual(["2026-11-21T00:00:00.000Z"]);
  expect(daysBegin("America/New_York")).toEqual(["2026-11-21T05:00:00.000Z"]);
});

it("has the library move dates inward that an edge would cut", () => {
  const mark = { needAlignCoordinate: false, coord: 3, label: "20 Nov", weight: 50 as never };
  expect(exchangeScale("UTC").maxTickMarkWeight([mark])).toBe(50);
  expect(mark.needAlignCoordinate).toBe(true);
});
