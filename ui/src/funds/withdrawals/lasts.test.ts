import { expect, it } from "vitest";
import { lastsFor } from "./lasts";

it.each([
  [60, "minutes", 1],
  [90, "seconds", 90],
  [3_600, "hours", 1],
  [86_400, "hours", 24],
])("%i seconds are so many %s: %i", (seconds, unit, count) =>
  expect(lastsFor(seconds)).toEqual({ unit, count }),
);
