import { expect, it } from "vitest";
import { wireInstrument } from "@/test/wire";
import { decodeRow, decodeRowPage } from "./listed";

const coin = wireInstrument({ stock_code: "BTCUSDT", market: "Crypto", source: 7 });

it.each([
  ["up", "up"],
  ["sideways", "sideways"],
  // The word of a newer server.
  ["vertical" as "up", null],
  [null, null],
] as const)("reads the trend %s as %s", (trend, expected) => {
  const { readings } = decodeRow({ ...coin, trend, rsi: "36.01", volatility: "53.03" });
  expect(readings).toEqual({ trend: expected, strength: "36.01", volatility: "53.03" });
});

it("reads what every class has, and of each what is its own", () => {
  const future = { market: "Future", source: 3, lastTradeDate: "2026-12-21" } as const;
  const list = [
    wireInstrument(),
    wireInstrument(future),
    { ...coin, trend: null, rsi: null, volatility: null },
  ];
  const { rows } = decodeRowPage({ list, page: { pageNum: 1, pageSize: 100, total: 3 } });
  expect(rows.map((row) => [row.assetClass, row.future?.lastTradeDay, row.readings])).toEqual([
    ["usStock", undefined, undefined],
    ["future", "2026-12-21", undefined],
    ["crypto", undefined, { trend: null, strength: null, volatility: null }],
  ]);
});
