import { describe, expect, it } from "vitest";
import { labelOf, type Measure } from "./labels";

/** Half as wide as high, and Chinese as wide as high. */
const measure: Measure = (text, size) =>
  [...text].reduce((sum, letter) => sum + (letter > "\u2e7f" ? 1 : 0.5), 0) * size;

const of = (market: string, code: string, name: string) => ({
  ...{ market, code, name },
  change: "+1.25%",
});
const room = (width: number, height: number) => ({ width, height });

describe("what a tile of the map says", () => {
  it("leaves the quote currency of a coin out, and a code that does not fit is not cut but left out", () => {
    const hbar = of("Crypto", "HBARUSDT", "Hedera");
    expect(labelOf(hbar, room(60, 40), measure)?.lines).toEqual(["HBAR"]);
    expect(labelOf(hbar, room(20, 40), measure)).toBeNull();
    expect(labelOf(of("Crypto", "USDT", "Tether"), room(60, 40), measure)?.lines).toEqual(["USDT"]);
  });

  it("names stocks of Hong Kong, on two lines or without what all are called, and by their code at last", () => {
    const tencent = of("HK", "00700", "腾讯控股");
    expect(labelOf(tencent, room(120, 90), measure)).toEqual({
      ...{ lines: ["腾讯控股"], size: 15, change: true },
    });
    expect(labelOf(tencent, room(40, 60), measure)?.lines).toEqual(["腾讯", "控股"]);
    expect(labelOf(tencent, room(32, 20), measure)?.lines).toEqual(["腾讯"]);
    const hsbc = of("HK", "00005", "HSBC Holdings");
    expect(labelOf(hsbc, room(60, 60), measure)?.lines).toEqual(["HSBC", "Holdings"]);
    expect(labelOf(hsbc, room(40, 20), measure)?.lines).toEqual(["HSBC"]);
    const semi = of("HK", "00981", "Semiconductor Manufacturing International");
    expect(labelOf(semi, room(60, 40), measure)?.lines).toEqual(["00981"]);
  });

  it("has the code of every other stock, and its change where both fit", () => {
    const apple = of("UsStock", "AAPL", "Apple");
    expect(labelOf(apple, room(60, 40), measure)).toMatchObject({ lines: ["AAPL"], change: true });
    expect(labelOf(apple, room(34, 40), measure)).toMatchObject({ lines: ["AAPL"], change: false });
    expect(labelOf(apple, room(60, 20), measure)).toMatchObject({ lines: ["AAPL"], change: false });
  });
});
