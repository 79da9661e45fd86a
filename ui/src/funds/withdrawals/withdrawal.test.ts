import { expect, it } from "vitest";
import type { Usable, Withdrawal, WithdrawalStatus } from "@/api/withdrawals";
import {
  type AmountProblem,
  amountProblem,
  arrivingOf,
  isLater,
  paidFor,
  stepsOf,
  wayOf,
} from "./withdrawal";

const usable: Usable = {
  ...{ currency: "EUR", usable: "100.00", lines: [], rate: "1.0411" },
  ...{ rateSource: null, rateSince: null },
  ways: [{ kind: "card", fee: "1.00", minimum: "2.00" }],
};
const way = { kind: "card", fee: "1.00", minimum: "2.00" } as const;

const withdrawal = (own: Partial<Withdrawal>): Withdrawal => ({
  ...{ id: "9", kind: "card", status: "requested", destination: "****3000", bankName: "A" },
  ...{ chain: null, asked: { amount: "10", currency: "USD" }, fee: "0.00", arriving: "10" },
  ...{ paid: { amount: "10", currency: "USD" }, rate: null, reason: null, requestedAt: 1 },
  ...{ approvedAt: null, sentAt: null, endedAt: null },
  ...own,
});

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

it.each<[Partial<Withdrawal>, string[]]>([
  [{}, ["requested 1", "(approved)", "(sent)", "(settled)"]],
  [{ status: "approved", approvedAt: 2 }, ["requested 1", "approved 2", "(sent)", "(settled)"]],
  [
    { status: "settled", approvedAt: 2, sentAt: 3, endedAt: 4 },
    ["requested 1", "approved 2", "sent 3", "settled 4"],
  ],
  [{ status: "rejected", approvedAt: 2, endedAt: 2 }, ["requested 1", "rejected 2"]],
  [
    { status: "rejected", approvedAt: 2, sentAt: 3, endedAt: 4 },
    ["requested 1", "approved 2", "sent 3", "rejected 4"],
  ],
  [{ status: "cancelled", endedAt: 2 }, ["requested 1", "cancelled 2"]],
])("%j goes the way %j", (own, expected) =>
  expect(
    stepsOf(withdrawal(own)).map(({ name, at, isReached }) =>
      isReached ? `${name} ${at}` : `(${name})`,
    ),
  ).toEqual(expected),
);

it.each<[WithdrawalStatus, WithdrawalStatus, boolean]>([
  ["approved", "requested", true],
  ["requested", "approved", false],
  ["settled", "sent", true],
  ["cancelled", "requested", true],
  ["sent", "sent", false],
])("%s is later than %s: %s", (told, known, later) =>
  expect(isLater(withdrawal({ status: told }), withdrawal({ status: known }))).toBe(later),
);
