import { cleanup, render } from "@testing-library/react";
import i18next from "i18next";
import { afterEach, beforeEach, expect, it } from "vitest";
import { decodeBar } from "@/api/market";
import { installPlatform } from "@/test/platform";
import { beginTexts } from "@/test/texts";
import type { Indicator } from "./catalog";
import { StudyLegend } from "./StudyLegend";
import { Study } from "./study";

const bars = Array.from({ length: 40 }, (_, index) => {
  const close = (240 - index).toFixed(2);
  return decodeBar([index, close, close, close, close, "41200"]);
});

beforeEach(async () => {
  installPlatform();
  await beginTexts();
  await i18next.loadNamespaces("chart");
});
afterEach(cleanup);

const text = (name: Indicator, at: number, decimals = 2) => {
  const studies =
    name === "VOL" ? new Map() : new Map([[name, new Study(name).follow(bars)] as const]);
  const legend = { name, studies, bar: bars[at], at, decimals, highest: "240.00" };
  return render(<StudyLegend {...legend} />).container.textContent;
};

it.each([
  ["MA", 39, "MA5 203.00MA10 205.50MA20 210.50MA60 –"],
  ["EMA", 39, "EMA12 206.49EMA26 212.88"],
  ["BOLL", 39, "BOLL(20,2)MID 210.50UP 222.03LOW 198.97"],
  ["RSI", 39, "RSI14 0.00"],
  ["KDJ", 3, "KDJ(9,3,3)K –D –J –"],
  ["VOL", 39, "Volume41.2K"],
] as const)("%s says at bar %i: %s", (name, at, expected) => {
  expect(text(name, at)).toBe(expected);
});

it("has more decimals where prices have, but not of what is a percentage", () => {
  expect(text("MA", 39, 5)).toContain("MA5 203.00000");
  expect(text("MACD", 39, 2)).toMatch(/DIF −6\.\d{3}DEA/);
  expect(text("RSI", 39, 5)).toBe("RSI14 0.00");
});
