import { expect, it } from "vitest";
import { clockOf, lastsFor } from "./lasts";

it.each([
  [1, "0:00:01"],
  [61_000, "0:01:01"],
  [86_400_000, "24:00:00"],
  [359_999_000, "99:59:59"],
])("%i ms are %s", (ms, text) => expect(clockOf(ms)).toBe(text));

it.each([
  [60, "minutes", 1],
  [90, "seconds", 90],
  [3_600, "hours", 1],
  [86_400, "hours", 24],
])("%i seconds are so many %s: %i", (seconds, unit, count) =>
  expect(lastsFor(seconds)).toEqual({ unit, count }),
);
