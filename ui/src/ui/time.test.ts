import { expect, it } from "vitest";
import { formatExchangeClock, formatExchangeTime } from "./time";

// 2026-11-20 16:02:14.318 UTC is winter in New York; 2026-07-01 is summer.
const winter = 1_795_190_534_318;
const summer = 1_782_921_600_005;

it.each([
  [winter, "en", "UsStock", "11:02:14.318 ET"],
  [summer, "en", "UsStock", "12:00:00.005 ET"],
  [winter, "zh-Hans", "HK", "00:02:14.318 HKT"],
  [winter, "zh-Hant", "Crypto", "16:02:14.318 UTC"],
])("%s in %s on the clock of %s", (moment, language, market, expected) =>
  expect(formatExchangeClock(moment, language, market)).toBe(expected),
);

it("puts the exchange's own day before its clock", () => {
  expect(formatExchangeTime(winter, "en", "UsStock")).toBe("20 Nov 2026, 11:02:14.318 ET");
  expect(formatExchangeTime(winter, "en", "HK")).toBe("21 Nov 2026, 00:02:14.318 HKT");
});
