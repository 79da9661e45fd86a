import { expect, it } from "vitest";
import type { Position, PositionMargin } from "@/api/positions";
import { levelsOf } from "./levels";

it("knows where each position on margin ends, and that what is owned ends nowhere", () => {
  const margin = { liquidationPrice: "0.9", takeProfit: "1.2", stopLoss: null } as PositionMargin;
  const position = (own: Partial<Position>) =>
    ({ symbol: "EURUSD", market: "Forex", side: "long", margin, ...own }) as Position;
  const short = { ...margin, liquidationPrice: null, takeProfit: null, stopLoss: "1.3" };
  const positions = [
    position({}),
    position({ side: "short", margin: short }),
    position({ symbol: "USDJPY" }),
    position({ market: "UsStock" }),
    position({ margin: null }),
  ];
  expect(levelsOf(positions, { symbol: "EURUSD", market: "Forex" })).toEqual([
    { kind: "takeProfit", side: "long", price: "1.2" },
    { kind: "liquidation", side: "long", price: "0.9" },
    { kind: "stopLoss", side: "short", price: "1.3" },
  ]);
});
