import { expect, it } from "vitest";
import type { Usable } from "@/api/usable";
import { type AmountProblem, amountProblem, arrivingOf, paidFor, wayOf } from "./amounts";

const usable: Usable = {
  ...{ currency: "EUR", usable: "100.00", lines: [], rate: "1.0411" },
  ...{ rateSource: null, rateSince: null, locks: [], needsIdentity: false, suspense: [] },
  waits: { address: 0, coolingOff: 0, credit: 0 },
  sent: [],
  ways: [{ kind: "card", fee: "1.00", minimum: "2.00" }],
};
const way = { kind: "card", fee: "1.00", minimum: "2.00" } as const;

it.each<[string, AmountProblem | null]>([
  ["", "amount"],
  ["0.00", "amount"],
  ["1.99", "tooSmall"],
  ["2", null],
  ["100.00", null],
  ["100.01", "tooMuch"],
])("%j has the problem %s", (amount, problem) =>
  expect(amountProblem(amount, usable, way)).toBe(problem),
);

it("does not take an amount that the fee eats up", () =>
  expect(amountProblem("3", usable, { ...way, fee: "3.00" })).toBe("tooSmall"));

it.each([
  ["100", "1.00", "99"],
  ["1", "1.00", "0"],
  ["0.50", "1.00", "0"],
  ["", "1.00", "0"],
])("of %j with a fee of %s arrives %s", (amount, fee, arrives) =>
  expect(arrivingOf(amount, fee)).toBe(arrives),
);

it.each([
  ["10.01", "1.0411", "10.43"],
  ["10", null, "10"],
  ["", "1.0411", "0"],
])("%j at %s costs %s", (amount, rate, paid) => expect(paidFor(amount, rate)).toBe(paid));

it("finds the way to an account", () => {
  expect(wayOf(usable, "card")).toEqual(way);
  expect(wayOf(usable, "wallet")).toBeUndefined();
});
