import { expect, it } from "vitest";
import { areWhole, cleanLines, linesOf } from "./lines";

const FIRST = "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<";
const SECOND = "L898902C36UTO7408122F1204159ZE184226B<<<<<10";

it.each([
  ["as they are", `${FIRST}\n${SECOND}`],
  [
    "in small letters, with spaces and the breaks of Windows",
    `${FIRST.toLowerCase()} \r\n ${SECOND}`,
  ],
  ["in one", FIRST + SECOND],
  [
    "with the marks that phones make of two fillers",
    `P<UTOERIKSSON«ANNA<MARIA${"《".repeat(9)}<\n${SECOND}`,
  ],
  ["with a break too many", `${FIRST}\n${SECOND.slice(0, 20)}\n${SECOND.slice(20)}`],
])("takes lines that were pasted %s", (_how, text) => {
  expect(cleanLines(text)).toBe(`${FIRST}\n${SECOND}`);
  expect(areWhole(cleanLines(text))).toBe(true);
});

it("leaves alone what is still typed, and the break that was typed last", () => {
  expect(cleanLines("P<UT")).toBe("P<UT");
  expect(cleanLines("P<UT\n")).toBe("P<UT\n");
  expect(areWhole("P<UT\n")).toBe(false);
});

it("takes no more than two lines have", () => {
  const [first, second] = linesOf(cleanLines(`${FIRST}\n${SECOND}77`));
  expect([first, second]).toEqual([FIRST, SECOND]);
});
