import { expect, it } from "vitest";
import { rowTitleOf } from "./rowTitle";

it.each([
  ["ESZ26", "E-mini S&P 500 Dec 2026", "E-mini S&P 500", "Dec 2026 · ESZ26"],
  ["RTYU27", "E-mini Russell 2000 Sept 2027", "E-mini Russell 2000", "Sept 2027 · RTYU27"],
  ["RTYZ26", "迷你罗素2000 2612", "迷你罗素2000", "2612 · RTYZ26"],
  ["SBH27", "Sugar No. 11", "Sugar No. 11", "SBH27"],
])("puts the month of %s beside its code", (symbol, name, first, second) => {
  expect(rowTitleOf({ assetClass: "future", symbol, name })).toEqual({ first, second });
});

it("leaves the names of all else whole", () => {
  const stock = { assetClass: "usStock", symbol: "TWTW", name: "Twenty 2020" } as const;
  expect(rowTitleOf(stock)).toEqual({ first: "Twenty 2020", second: "TWTW" });
});
