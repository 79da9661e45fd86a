import { expect, it } from "vitest";
import { usualRiseColor } from "./theme";

it.each([
  ["en", ["en-US", "zh-CN"], "green"],
  ["zh-Hans", ["zh-CN", "en"], "red"],
  ["zh-Hans", ["en-US"], "red"],
  ["zh-Hant", ["zh-TW"], "red"],
  ["zh-Hant", ["zh-Hant-HK", "zh-CN"], "green"],
  ["zh-Hant", ["en-GB", "zh-MO"], "green"],
] as const)("expects of %s on a device of %j that a rise is %s", (language, regions, color) => {
  expect(usualRiseColor(language, regions)).toBe(color);
});
