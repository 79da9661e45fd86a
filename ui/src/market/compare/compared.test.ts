import { describe, expect, it } from "vitest";
import { readCompared, withCompared, withoutCompared, writeCompared } from "./compared";

const AAPL = { symbol: "AAPL", market: "UsStock" };
const TENCENT = { symbol: "00700", market: "HK" };
const BITCOIN = { symbol: "BTCUSDT", market: "Crypto" };

describe("what an address compares with", () => {
  it("is read as it was written", () => {
    const others = [TENCENT, BITCOIN];
    expect(writeCompared(others)).toBe("HK.00700,Crypto.BTCUSDT");
    expect(readCompared(writeCompared(others), AAPL)).toEqual(others);
  });

  it.each([
    [undefined, []],
    ["", []],
    ["HK", []],
    [".00700", []],
    ["HK.", []],
    ["HK.00700.1", []],
    ["HK.00700,HK.00700", [TENCENT]],
    ["UsStock.AAPL,HK.00700", [TENCENT]],
    ["HK.00700,,Crypto.BTCUSDT,Forex.EURUSD", [TENCENT, BITCOIN]],
  ])("leaves out of %o what cannot be drawn", (text, others) => {
    expect(readCompared(text, AAPL)).toEqual(others);
  });

  it("takes two others at most, each once, and gives them back", () => {
    expect(withCompared([TENCENT], TENCENT, AAPL)).toEqual([TENCENT]);
    expect(
      withCompared([TENCENT, BITCOIN], { symbol: "KO", market: "UsStock" }, AAPL),
    ).toHaveLength(2);
    expect(withoutCompared([TENCENT, BITCOIN], TENCENT)).toEqual([BITCOIN]);
  });
});
