import { expect, it } from "vitest";
import { decodeTrades } from "./trades";

it("reads a trade's parts in their order", () => {
  expect(decodeTrades([[1_795_396_252_250, "73887.53", "0.512", "buy"]])).toEqual([
    { at: 1_795_396_252_250, price: "73887.53", size: "0.512", side: "buy" },
  ]);
});
