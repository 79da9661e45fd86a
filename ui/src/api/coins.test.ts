import { expect, it } from "vitest";
import { wireInstrument } from "@/test/wire";
import { decodeCoin } from "./coins";
import { decodeTrades } from "./trades";

const coin = wireInstrument({ stock_code: "BTCUSDT", market: "Crypto", source: 7 });

it.each([
  ["up", "up"],
  ["sideways", "sideways"],
  ["vertical", null],
  [null, null],
] as const)("reads the trend %s as %s", (trend, expected) => {
  const { readings } = decodeCoin({ ...coin, trend, rsi: "36.01", volatility: "53.03" });
  expect(readings).toEqual({ trend: expected, strength: "36.01", volatility: "53.03" });
});

it("reads a trade's parts in their order", () => {
  expect(decodeTrades([[1_795_396_252_250, "73887.53", "0.512", "buy"]])).toEqual([
    { at: 1_795_396_252_250, price: "73887.53", size: "0.512", side: "buy" },
  ]);
});
