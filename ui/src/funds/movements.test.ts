import { expect, it } from "vitest";
import type { BillEntry } from "@/api/bill";
import { isWalletType } from "@/choices/walletTypes";
import { movementsOf, rateOf, sidesOf } from "./movements";

const line = (entry: Partial<BillEntry>): BillEntry => ({
  id: "1",
  line: 0,
  kind: "transfer",
  wallet: "BALANCE",
  currency: "USD",
  amount: "-60.00",
  balanceAfter: "40.00",
  at: 0,
  date: "2026-11-23",
  note: "BALANCE → STOCK",
  ...entry,
});
const arrived = line({ line: 1, wallet: "STOCK", amount: "60.00", balanceAfter: "60.00" });

it("puts both sides of a transfer into one row that knows the two accounts", () => {
  const movements = movementsOf([arrived, line({})]);
  expect(movements).toHaveLength(1);
  expect(movements[0]).toMatchObject({ amount: "-60.00", arrived, fees: null });
  expect(movements[0] && sidesOf(movements[0], isWalletType)).toEqual({
    from: "BALANCE",
    to: "STOCK",
  });
});

it("names both accounts of a transfer of which an account's own bill has one side", () => {
  const [movement] = movementsOf([arrived]);
  expect(movement).toMatchObject({ amount: "60.00", balanceAfter: "60.00", arrived: null });
  expect(movement && sidesOf(movement, isWalletType)).toEqual({ from: "BALANCE", to: "STOCK" });
});

it("puts both journals of an exchange into one row, and those of two exchanges into two", () => {
  const note = "BALANCE → HK_STOCK @ 7.84527";
  const exchange = (at: number) => [
    line({ id: `${at}2`, at, note, wallet: "HK_STOCK", currency: "HKD", amount: "470.71" }),
    line({ id: `${at}1`, at, note }),
  ];
  const [credit, debit] = exchange(8);
  expect(movementsOf([...exchange(9), ...exchange(8)])).toHaveLength(2);
  expect(movementsOf(exchange(8))).toMatchObject([{ main: debit, arrived: credit }]);
  // Another exchange's side stays alone, even with the same rate and time.
  const [other] = exchange(7);
  expect(movementsOf([other, debit].filter((entry) => entry !== undefined))).toHaveLength(2);
});

it("names both accounts of one side of a transfer between two currencies, and its rate", () => {
  const note = "BALANCE → HK_STOCK @ 7.84527";
  const [movement] = movementsOf([line({ note })]);
  const sides = movement && sidesOf(movement, isWalletType);
  expect(sides).toEqual({ from: "BALANCE", to: "HK_STOCK" });
  expect(movement && rateOf(movement.main)).toBe("7.84527");
  expect(rateOf(line({}))).toBeUndefined();
});

it("counts fees into what a trade came to", () => {
  const fee = { kind: "fee", wallet: "STOCK", note: "NVDA 5 @ 182.31" } as const;
  const entries = [
    line({ ...fee, line: 2, amount: "-0.02", balanceAfter: "911.52" }),
    line({ ...fee, line: 1, amount: "-0.01", balanceAfter: "911.54" }),
    line({ ...fee, kind: "trade_sell", amount: "911.55", balanceAfter: "911.55" }),
  ];
  expect(movementsOf(entries)).toMatchObject([
    { amount: "911.52", balanceAfter: "911.52", fees: "0.03", main: { kind: "trade_sell" } },
  ]);
});

it("keeps fees whose trade lies on a page that is not read yet", () => {
  expect(movementsOf([line({ kind: "fee", amount: "-0.01" })])).toMatchObject([
    { amount: "-0.01", fees: null, main: { kind: "fee" } },
  ]);
});
