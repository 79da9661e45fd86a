import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAmount } from "./amount";
import { formatDecimal } from "./format";

const languages = ["en", "zh-Hans", "zh-Hant"];

describe("an amount", () => {
  it.each([
    ["", ""],
    ["  ", ""],
    [".", ""],
    ["0", "0"],
    ["12.5", "12.5"],
    ["12.50", "12.50"],
    ["12.", "12"],
    [".5", "0.5"],
    ["007", "7"],
    [" 5 ", "5"],
    ["1,234", "1234"],
    ["1,234,567.89", "1234567.89"],
    ["１２", "12"],
    ["１，２３４．５", "1234.5"],
    ["12。5", "12.5"],
    [",", ""],
    ["12,5", "12.5"],
    ["12,50", "12.50"],
    ["12,", "12"],
    ["0,5", "0.5"],
    [",5", "0.5"],
    ["１２，５", "12.5"],
    ["99999999999999999999.99", "99999999999999999999.99"],
  ])("%j is %j", (typed, value) => {
    for (const language of languages) {
      expect(readAmount(typed, 2, language)).toEqual({ value, problem: null });
    }
  });

  it.each([
    ["1,2345", "decimalSign"],
    ["0,125", "decimalSign"],
    ["00,125", "decimalSign"],
    ["012,345", "decimalSign"],
    ["1e5", "unclear"],
    ["1E5", "unclear"],
    ["-3", "unclear"],
    ["−3", "unclear"],
    ["+3", "unclear"],
    ["1 234", "unclear"],
    ["1\u00a0234", "unclear"],
    ["1'234", "unclear"],
    ["1.234,5", "unclear"],
    ["1.2.3", "unclear"],
    ["12,34,567", "unclear"],
    ["1,234,56", "unclear"],
    ["0x1f", "unclear"],
    ["5²", "unclear"],
    ["½", "unclear"],
    ["١٢", "unclear"],
    ["5万", "unclear"],
    ["$5", "unclear"],
    ["NaN", "unclear"],
    ["12.345", "tooPrecise"],
  ])("%j is refused as %s", (typed, problem) => {
    for (const language of languages) {
      expect(readAmount(typed, 2, language)).toEqual({ value: "", problem });
    }
  });

  it("is whole where a quantity has no decimals", () => {
    expect(readAmount("12", 0, "en")).toEqual({ value: "12", problem: null });
    expect(readAmount("12.", 0, "en")).toEqual({ value: "12", problem: null });
    expect(readAmount("12.5", 0, "en")).toEqual({ value: "", problem: "wholeOnly" });
    expect(readAmount("12,5", 0, "en")).toEqual({ value: "", problem: "wholeOnly" });
    expect(readAmount("1,234", 0, "en")).toEqual({ value: "1234", problem: null });
  });

  it("is refused where three digits behind a comma may be decimals as well", () => {
    expect(readAmount("1,234", 4, "en")).toEqual({ value: "", problem: "unclear" });
    expect(readAmount("1,234.5", 4, "en")).toEqual({ value: "1234.5", problem: null });
    expect(readAmount("1,234,567", 4, "en")).toEqual({ value: "1234567", problem: null });
  });

  it("follows a language that writes decimals with a comma", () => {
    expect(readAmount("1.234,5", 2, "de").value).toBe("1234.5");
    expect(readAmount("12,5", 2, "de").value).toBe("12.5");
    expect(readAmount("12.5", 2, "de").value).toBe("12.5");
    expect(readAmount("1.2345", 2, "de").problem).toBe("decimalSign");
  });

  it("is never another number than the one that was typed", () => {
    const characters = fc.constantFrom(..."0123456789.,,..eE+- １５．，。x万");
    const text = fc.oneof(
      fc.string(),
      fc.array(characters, { maxLength: 12 }).map((list) => list.join("")),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 8 }), (typed, decimals) => {
        const { value, problem } = readAmount(typed, decimals, "en");
        if (problem || value === "") {
          expect(value).toBe("");
          return;
        }
        expect(value).toMatch(/^(0|[1-9]\d*)(\.\d+)?$/);
        // An independent reading: JavaScript's own, after removing grouping and narrowing wide characters.
        const narrow = typed
          .normalize("NFKC")
          .replace(/[。｡]/g, ".")
          .replace(/^(\s*\d*),(\d{0,2}\s*)$/, "$1.$2")
          .replaceAll(",", "");
        expect(Number(value)).toBe(Number(narrow));
      }),
      { numRuns: 2_000 },
    );
  });

  it("is read back from how figures are shown", () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 20n });
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 8 }), (value, decimals) => {
        const digits = value.toString().padStart(decimals + 1, "0");
        const cut = digits.length - decimals;
        const text = decimals ? `${digits.slice(0, cut)}.${digits.slice(cut)}` : digits;
        const shown = formatDecimal(text, { min: decimals });
        expect(readAmount(shown, decimals, "en")).toEqual({ value: text, problem: null });
        expect(readAmount(text, decimals, "en")).toEqual({ value: text, problem: null });
      }),
    );
  });
});
