import { expect, it } from "vitest";
import type { Position, PositionMargin } from "@/api/positions";
import { ownPositionsOf } from "./ownPositions";

const margin = { liquidationPrice: "0.9" } as PositionMargin;
const position = (own: Partial<Position>) =>
  ({ symbol: "EURUSD", market: "Forex", side: "long", margin, ...own }) as Position;

it("knows the positions of an instrument alone, and that the house closes nothing that is owned", () => {
  const positions = [
    position({ id: "1" }),
    position({ id: "2", side: "short", margin: { ...margin, liquidationPrice: null } }),
    position({ id: "3", symbol: "USDJPY" }),
    position({ id: "4", market: "UsStock" }),
    position({ id: "5", margin: null }),
  ];
  expect(ownPositionsOf(positions, { symbol: "EURUSD", market: "Forex" })).toMatchObject([
    { id: "1", side: "long", margin: { liquidationPrice: "0.9" } },
    { id: "2", side: "short", margin: { liquidationPrice: null } },
    { id: "5", margin: null },
  ]);
});

it("says the same of a position whose mark alone has changed", () => {
  const of = { symbol: "EURUSD", market: "Forex" };
  const [before, after] = ["1.10", "1.20"].map((price) =>
    ownPositionsOf([position({ id: "1", price, profit: price })], of),
  );
  expect(after).toEqual(before);
});
