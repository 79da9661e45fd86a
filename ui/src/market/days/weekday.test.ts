import { expect, it } from "vitest";
import { weekdayText } from "./weekday";

it.each([
  ["en", "Thu 26 Nov"],
  ["zh-Hans", "11月26日 周四"],
  ["zh-Hant", "11月26日 週四"],
])("names a day and its weekday in %s", (language, text) => {
  expect(weekdayText("2026-11-26", language, "short")).toBe(text);
});
