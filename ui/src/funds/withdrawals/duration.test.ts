import { expect, it } from "vitest";
import { formatDuration } from "./duration";

it.each([
  [0, "0 sec"],
  [59, "59 sec"],
  [60, "1 min"],
  [61, "1 min 1 sec"],
  [3_600, "1 hr"],
  [7_505, "2 hr 5 min"],
  [90_000, "1 day 1 hr"],
  [172_800, "2 days"],
])("%d seconds are %s", (seconds, expected) =>
  expect(formatDuration(seconds, "en")).toBe(expected),
);

it.each([
  ["zh-Hans", "2 分钟 5 秒"],
  ["zh-Hant", "2 分鐘 5 秒"],
])("is written in the customer's language: %s", (language, expected) =>
  expect(formatDuration(125, language)).toBe(expected),
);
