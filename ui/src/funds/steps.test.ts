import { expect, it } from "vitest";
import type { Wallet } from "@/api/funds";
import { nextStep } from "./steps";

const wallets = (funding: string, stock: string): Wallet[] =>
  (
    [
      ["BALANCE", funding],
      ["STOCK", stock],
    ] as const
  ).map(([type, balance]) => ({
    type,
    currency: "USD",
    balance,
    held: "0.00",
    available: balance,
    transferable: balance,
    unsettled: [],
    version: 1,
  }));

it.each([
  ["0.00", "0.00", "0.00", "deposit"],
  ["100.00", "0.00", "0.00", "transfer"],
  ["0.00", "100.00", "0.00", "trade"],
  ["50.00", "50.00", "0.00", "trade"],
  ["0.00", "0.00", "227.31", null],
] as const)(
  "with %s funded, %s for stocks and %s of shares the next step is %s",
  (funding, stock, value, step) => {
    expect(nextStep(wallets(funding, stock), value)).toBe(step);
  },
);
