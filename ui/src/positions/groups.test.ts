import { expect, it } from "vitest";
import type { Rate } from "@/api/fundingOverview";
import type { FutureHolding } from "@/api/futureRows";
import type { Position, PositionMargin } from "@/api/positions";
import { groupsOf, sumsOf, type Valued } from "./groups";

const rate: Rate = {
  from: "HKD",
  to: "USD",
  rate: "0.12820512",
  source: "hkma_zone_centre_inverse",
};

const valued = (own: Partial<Position>, marketValue: string, profit: string): Valued => ({
  position: { margin: null, ...own } as Position,
  value: { price: "1", marketValue, profit, percent: "0.00", today: null },
});
const apple = valued({ assetClass: "usStock", currency: "USD" }, "1000.00", "10.00");
const tencent = valued({ assetClass: "hkStock", currency: "HKD" }, "7800.00", "-78.00");
const euro = valued(
  { assetClass: "forex", currency: "USD", margin: {} as PositionMargin },
  "108500.00",
  "5.50",
);

it("groups what is held by the account that it is in", () => {
  const positions = [tencent, apple, tencent, euro].map(({ position }) => position);
  const groups = groupsOf(positions);
  expect(groups.map(({ wallet, positions: { length } }) => [wallet, length])).toEqual([
    ["HK_STOCK", 2],
    ["STOCK", 1],
    ["FOREX", 1],
  ]);
  expect(groups[2]?.onMargin).toBe(true);
});

it("sums over currencies at the rate that it names, and counts of margin only the profit", () => {
  const sums = sumsOf([apple, tencent, euro], [rate]);
  expect(sums).toEqual({ marketValue: "2000", profit: "5.5", rates: [rate], missing: [] });
});

it("sums of a future only what no settlement has paid yet", () => {
  const future = { settledProfit: "-3000.00" } as FutureHolding;
  const margin = {} as PositionMargin;
  const index = valued(
    { assetClass: "future", currency: "USD", margin, future },
    "382000.00",
    "-3012.50",
  );
  expect(sumsOf([index, euro], [])).toMatchObject({ marketValue: "0", profit: "-7" });
});

it("says which currency it could not convert", () => {
  const sums = sumsOf([apple, tencent], []);
  expect(sums).toMatchObject({ marketValue: "1000", profit: "10", missing: ["HKD"] });
});
