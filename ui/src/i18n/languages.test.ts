import { expect, it } from "vitest";
import { initialLanguage } from "./languages";

it.each([
  ["zh-Hant", ["en-GB"], "zh-Hant"],
  ["klingon", ["zh-CN"], "zh-Hans"],
  [null, ["de-DE", "zh-HK", "en"], "zh-Hant"],
  [null, ["zh-Hans-HK"], "zh-Hans"],
  [null, ["de-DE"], "en"],
] as const)("with %s stored and %s preferred the UI speaks %s", (stored, preferred, expected) => {
  expect(initialLanguage(stored, preferred)).toBe(expected);
});
