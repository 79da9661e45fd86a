import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync("src/ui/tokens.css", "utf8");

function tokensOf(selector: string): Record<string, string> {
  const block = css.slice(css.indexOf(selector)).match(/{([^}]*)}/)?.[1] ?? "";
  const pairs = [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)];
  return Object.fromEntries(pairs.map(([, name, value]) => [name, value]));
}

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string): number {
  const [high = 0, low = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const TEXT_PAIRS: [text: string, grounds: string[]][] = [
  ["ink", ["bg", "surface", "sunken", "selected"]],
  ["ink-2", ["bg", "surface", "sunken"]],
  ["green-text", ["bg", "surface", "sunken", "selected", "green-soft"]],
  ["orange-text", ["bg", "surface", "sunken", "selected", "orange-soft"]],
  ["brass-text", ["bg", "surface", "brass-soft"]],
  ...["verified", "info", "success", "caution", "danger"].map((status): [string, string[]] => [
    status,
    ["bg", "surface", "sunken", `${status}-soft`],
  ]),
  ...["study-1", "study-2", "study-3", "study-4"].map((line): [string, string[]] => [
    line,
    ["bg", "surface"],
  ]),
  ["on-primary", ["primary"]],
  ["on-trade", ["green-text", "orange-text"]],
];

describe.each([
  ["light", ":root"],
  ["dark", '[data-theme="dark"]'],
])("in the %s theme", (_theme, selector) => {
  const tokens = tokensOf(selector);
  const cases = TEXT_PAIRS.flatMap(([text, grounds]) => grounds.map((ground) => [text, ground]));

  it.each(cases)("%s is readable on %s (AA)", (text, ground) => {
    expect(contrast(tokens[text] ?? "", tokens[ground] ?? "")).toBeGreaterThanOrEqual(4.5);
  });

  it("lifts the chosen segment out of its track", () => {
    expect(luminance(tokens.selected ?? "")).toBeGreaterThan(luminance(tokens.sunken ?? ""));
  });

  it("has a colour for each status that is no colour of a price", () => {
    const prices = [tokens.green, tokens["green-text"], tokens.orange, tokens["orange-text"]];
    const statuses = ["verified", "info", "success", "caution", "danger"].map(
      (name) => tokens[name],
    );
    expect(new Set([...prices, ...statuses]).size).toBe(new Set(prices).size + 5);
  });
});
