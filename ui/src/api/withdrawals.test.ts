import { describe, expect, it } from "vitest";
import type { Wire } from "./wire";
import {
  decodeNewWithdrawal,
  decodeWithdrawal,
  decodeWithdrawalMessage,
  encodeWithdrawal,
  type WithdrawalStatus,
} from "./withdrawals";

const wire: Wire["WithdrawalReply"] = {
  ...{ id: "9", method: "card", accountId: "1", destination: "****3000", bankName: "A" },
  ...{ currency: "EUR", amount: "100.00", fee: "1.00", netAmount: "99.00", rate: "1.0411" },
  ...{ debitAmount: "104.11", debitCurrency: "USD", status: 0, createTimeTimestamp: "5" },
};

describe("a withdrawal", () => {
  it("is read", () =>
    expect(decodeWithdrawal({ ...wire, reviewTimestamp: "6", sentTimestamp: "7" })).toEqual({
      ...{ id: "9", kind: "card", status: "requested", destination: "****3000", bankName: "A" },
      ...{ chain: null, asked: { amount: "100.00", currency: "EUR" }, fee: "1.00" },
      ...{ arriving: "99.00", paid: { amount: "104.11", currency: "USD" }, rate: "1.0411" },
      ...{ reason: null, requestedAt: 5, approvedAt: 6, sentAt: 7, endedAt: null },
      ...{ reviewedBy: null, sentBy: null, reference: null },
    }));

  it("says who decided, how it was sent and what shows it", () => {
    const told = { reviewedBy: "reviewers", sentBy: "by_hand", reference: "0xab" } as const;
    expect(decodeWithdrawal({ ...wire, ...told })).toMatchObject(told);
  });

  it.each<[number, WithdrawalStatus]>([
    [0, "requested"],
    [1, "settled"],
    [2, "rejected"],
    [3, "cancelled"],
    [4, "approved"],
    [5, "sent"],
    [17, "other"],
  ])("of status %i is %s", (status, expected) =>
    expect(decodeWithdrawalMessage({ ...wire, kind: "withdrawal", status })?.status).toBe(expected),
  );

  it("is in no message about a deposit", () =>
    expect(decodeWithdrawalMessage({ ...wire, kind: "deposit" })).toBeNull());

  it("that is asked for is written, and read back", () => {
    const asked = { kind: "card", payout: "1", currency: "EUR", amount: "100" } as const;
    expect(encodeWithdrawal(asked)).toEqual({
      ...{ method: "card", accountId: "1", currency: "EUR", amount: "100" },
    });
    expect(decodeNewWithdrawal(encodeWithdrawal(asked))).toEqual(asked);
  });
});
