import { readFileSync } from "node:fs";
import Big from "big.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  currencyDecimals,
  directionOf,
  formatCompact,
  formatDecimal,
  formatGain,
  formatMoney,
  formatPercent,
  formatSigned,
  MINUS,
  NO_VALUE,
  splitDecimals,
} from "./format";

/** Decimal strings as the server writes them, far beyond the range of a float. */
const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.integer({ min: 0, max: 8 }))
  .map(([units, scale]) => new Big(units.toString()).div(new Big(10).pow(scale)).toFixed(scale));

const unformat = (text: string) => new Big(text.replace(MINUS, "-").replace(/[+,]/g, ""));

describe("formatDecimal", () => {
  it("loses nothing of any decimal string", () => {
    fc.assert(
      fc.property(decimal, (value) => {
        expect(unformat(formatDecimal(value)).eq(value)).toBe(true);
        expect(unformat(formatDecimal(value, { min: 2, sign: true })).eq(value)).toBe(true);
      }),
    );
  });

  it("rounds as the arithmetic of the orders does", () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 4 }), (value, digits) => {
        const expected = new Big(value).round(digits, Big.roundHalfUp);
        expect(unformat(formatDecimal(value, { max: digits })).eq(expected)).toBe(true);
      }),
    );
  });

  it("groups by three and keeps to its decimals", () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 4 }), (value, digits) => {
        const text = formatDecimal(value, { min: digits, max: digits });
        const fraction = digits === 0 ? "" : `\\.\\d{${digits}}`;
        expect(text).toMatch(new RegExp(`^${MINUS}?\\d{1,3}(,\\d{3})*${fraction}$`));
      }),
    );
  });

  it.each([
    ["0", {}, "0"],
    ["-0.004", { max: 2, min: 2, sign: true }, "0.00"],
    ["1234567.5", { min: 2 }, "1,234,567.50"],
    ["-1234.5678", {}, "−1,234.5678"],
    ["0.125", { max: 2 }, "0.13"],
    ["n/a", {}, NO_VALUE],
    ["", {}, NO_VALUE],
  ])("%s with %o is %s", (value, options, expected) => {
    expect(formatDecimal(value, options)).toBe(expected);
  });
});

describe("signs", () => {
  it("are always there where a figure is a gain or a loss", () => {
    expect(formatSigned("61.2")).toBe("+61.20");
    expect(formatSigned("-4.54")).toBe("−4.54");
    expect(formatSigned("0")).toBe("0.00");
    expect(formatPercent("1.845")).toBe("+1.85%");
    expect(formatPercent("-0.13")).toBe("−0.13%");
    expect(formatPercent("-0.004")).toBe("−<0.01%");
    expect(formatPercent("0.00")).toBe("0.00%");
  });

  it.each([
    ["0.004", undefined, "+<0.01%"],
    ["-0.0049", undefined, "−<0.01%"],
    ["0.005", undefined, "+0.01%"],
    ["0.00", "0.25", "+<0.01%"],
    ["0.00", "-0.25", "−<0.01%"],
    ["-0.00", "-0.01", "−<0.01%"],
    ["0.00", "0.00", "0.00%"],
    ["0.00", undefined, "0.00%"],
    ["-1.25", "-300", "−1.25%"],
    ["", "-0.25", NO_VALUE],
  ])("%s %% of a gain of %s is written as %s", (percent, gain, text) =>
    expect(formatPercent(percent, gain)).toBe(text),
  );

  it("agree with the direction", () => {
    fc.assert(
      fc.property(decimal, (value) => {
        const sign = formatSigned(value).charAt(0);
        const expected = sign === "+" ? "rise" : sign === MINUS ? "fall" : "flat";
        expect(directionOf(value)).toBe(expected);
      }),
    );
  });
});

describe("formatCompact", () => {
  it.each([
    ["41234567", "en", "41.2M"],
    ["999999", "en", "1M"],
    ["3456000000000", "en", "3.46T"],
    ["950", "en", "950"],
    ["41234567", "zh-Hans", "4,123万"],
    ["3456000000000", "zh-Hans", "3.46万亿"],
    ["123456789", "zh-Hant", "1.23億"],
    ["3456000000000", "zh-Hant", "3.46萬億"],
    ["12345678901234567", "en", "12,346T"],
    ["0", "en", "0"],
    ["-20500", "zh-Hant", "−2.05萬"],
    ["x", "en", NO_VALUE],
  ])("%s in %s is %s", (value, language, expected) => {
    expect(formatCompact(value, language)).toBe(expected);
  });
});

describe("money", () => {
  it.each([
    ["1234.5", "USD", "1,234.50"],
    ["1234", "JPY", "1,234"],
    ["0.5", "BTC", "0.50000000"],
    ["1234.500000", "USDT", "1,234.50"],
    ["0.000001", "USDT", "0.000001"],
    ["5.015154", "USDT", "5.015154"],
    ["5.015100", "USDT", "5.0151"],
    ["5", undefined, "5.00"],
  ])("%s in %s is %s, and no figure but zero is left out", (value, currency, text) => {
    expect(formatMoney(value, currency)).toBe(text);
    expect(formatGain(value, currency)).toBe(`+${text}`);
  });
});

it("cuts a figure before its decimals", () => {
  expect(splitDecimals("104,218.37")).toEqual(["104,218", ".37"]);
  expect(splitDecimals("10")).toEqual(["10", ""]);
});

/** The first columns of one of the server's data files, without its header. */
const rowsOf = (file: string) =>
  readFileSync(`../server/data/${file}`, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((row) => row.split(","));

it("gives every currency that is traded the decimals of the server's rows", () => {
  const decimals = new Map(rowsOf("currencies.csv").map(([code, _, count]) => [code, count]));
  const traded = [...rowsOf("forex_currencies.csv").map(([code]) => code), "USDT"];
  expect(traded).toContain("JPY");
  for (const code of traded)
    expect([code, `${currencyDecimals(code)}`]).toEqual([code, decimals.get(code)]);
});
