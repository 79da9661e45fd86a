import type { Kind } from "./kind";

/** The products whose prices have other than two decimals, by the beginning of their codes. */
const DECIMALS: readonly (readonly [decimals: number, codes: string])[] = [
  [0, "YM CC HSI HHI MHI"],
  [1, "RTY GC PL ZM"],
  [3, "NG SI"],
  [4, "HG ZC ZW ZS ZL SB KC CT"],
  [5, "LE HE"],
];

/** Futures of one month, held long or short on margin: contracts on indices, energy, metals and agricultural goods. */
export const future: Kind = {
  quote: "quoteFuture",
  noun: "contract",
  thing: "contract",
  words: "margin",
  onMargin: true,
  usualDecimals(_price, symbol) {
    // A code ends with the month's letter and two digits of the year.
    const product = symbol.slice(0, -3);
    return DECIMALS.find(([, codes]) => codes.split(" ").includes(product))?.[0] ?? 2;
  },
  quotePanels: ["head", "months", "book", "chart", "position", "stats", "contract", "trades"],
};
