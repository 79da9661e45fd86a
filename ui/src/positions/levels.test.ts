import { expect, it } from "vitest";
import type { Position, PositionMargin } from "@/api/positions";
import { levelsOf } from "./levels";

it("knows where each position ends, and that what is owned is never liquidated", () => {
  const margin = { liquidationPrice: "0.9" } as PositionMargin;
  const legs = { takeProfit: "1.2", stopLoss: null };
  const position = (own: Partial<Position>) =>
    ({ symbol: "EURUSD", market: "Forex", side: "long", margin, ...legs, ...own }) as Position;
  const short = { ...margin, liquidationPrice: null };
  const positions = [
    position({}),
    position({ side: "short", margin: short, takeProfit: null, stopLoss: "1.3" }),
    position({ symbol: "USDJPY" }),
    position({ market: "UsStock" }),
    position({ margin: null, takeProfit: "1.4" }),
  ];
  expect(levelsOf(positions, { symbol: "EURUSD", market: "Forex" })).toEqual([
    { kind: "takeProfit", side: "long", price: "1.2" },
    { kind: "liquidation", side: "long", price: "0.9" },
    { kind: "stopLoss", side: "short", price: "1.3" },
    { kind: "takeProfit", side: "long", price: "1.4" },
  ]);
});
