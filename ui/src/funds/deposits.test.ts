import { expect, it } from "vitest";
import type { Deposit, DepositStatus } from "@/api/funds";
import { withReview } from "./deposits";

const deposit = (id: string, status: DepositStatus): Deposit => ({
  id,
  kind: "fiat",
  status,
  sent: { amount: "100.00", currency: "USD" },
  credit: { amount: "100.00", currency: "USD" },
  rate: null,
  proof: null,
  network: null,
  coins: null,
  reason: null,
  announcedAt: 1_795_241_000_000,
  reviewedAt: null,
  reviewedBy: null,
  cancelledAt: null,
});

const pagesOf = (...rows: Deposit[]) => ({ pageParams: [1], pages: [{ rows, next: undefined }] });

it("shows the review of the deposit that it is about, and leaves the others", () => {
  const before = pagesOf(deposit("2", "pending"), deposit("1", "pending"));
  const told = { ...deposit("1", "failed"), reason: "proof_unreadable" };
  expect(withReview(before, told)).toEqual(pagesOf(deposit("2", "pending"), told));
});

it("keeps the proof, which a message does not tell of", () => {
  const before = pagesOf({ ...deposit("1", "pending"), proof: "7" });
  const reviewed = { ...deposit("1", "completed"), proof: "7" };
  expect(withReview(before, deposit("1", "completed"))).toEqual(pagesOf(reviewed));
});

it("never turns a reviewed deposit pending again", () => {
  const before = pagesOf(deposit("1", "completed"));
  expect(withReview(before, deposit("1", "pending"))).toEqual(before);
});
