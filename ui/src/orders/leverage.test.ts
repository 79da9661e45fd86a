import { expect, it } from "vitest";
import type { Position } from "@/api/positions";
import { leverageOf } from "./leverage";

const pair = {
  symbol: "EURUSD",
  market: "Forex",
  margin: { leverageCap: "30", closeOutPercent: "50", financing: null },
};
const short = {
  symbol: "EURUSD",
  market: "Forex",
  side: "short",
  margin: { leverage: "20" },
} as Position;

it("proposes ten, and no more than the cap", () => {
  expect(leverageOf(pair, "buy", null, [])?.leverage).toBe("10");
  expect(
    leverageOf({ ...pair, margin: { ...pair.margin, leverageCap: "5" } }, "buy", null, [])
      ?.leverage,
  ).toBe("5");
  expect(leverageOf(pair, "buy", "50", [])?.leverage).toBe("30");
});

it("takes over that of the position which an order adds to", () => {
  expect(leverageOf(pair, "sell", "5", [short])).toEqual({
    leverage: "20",
    taken: "20",
    cap: "30",
  });
  expect(leverageOf(pair, "buy", "5", [short])?.leverage).toBe("5");
});

it("has none for what is owned", () => {
  expect(leverageOf({ ...pair, margin: null }, "buy", null, [])).toBeNull();
});
