import { expect, it } from "vitest";
import type { Withdrawal, WithdrawalStatus } from "@/api/withdrawals";
import { isLater, stepsOf } from "./state";

const withdrawal = (own: Partial<Withdrawal>): Withdrawal => ({
  ...{ id: "9", kind: "card", status: "requested", destination: "****3000", bankName: "A" },
  ...{ chain: null, asked: { amount: "10", currency: "USD" }, fee: "0.00", arriving: "10" },
  ...{ paid: { amount: "10", currency: "USD" }, rate: null, reason: null, requestedAt: 1 },
  ...{
    approvedAt: null,
    sentAt: null,
    endedAt: null,
    reviewedBy: null,
    sentBy: null,
    reference: null,
  },
  ...own,
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
