import { expect, it } from "vitest";
import type { Deposit } from "@/api/types";
import { depositStatus, withReview } from "./deposits";

const deposit = (id: string, status: number): Deposit => ({
  id,
  channel: "fiat",
  currency: "USD",
  amount: "100.00",
  creditAmount: "100.00",
  creditCurrency: "USD",
  rate: null,
  status,
  reason: null,
  createTimeTimestamp: "1795241000000",
  reviewTimestamp: null,
});

const pagesOf = (...list: Deposit[]) => ({
  pageParams: [1],
  pages: [{ list, page: { pageNum: 1, pageSize: 30, total: list.length } }],
});

it("shows the review of the deposit that it is about, and leaves the others", () => {
  const before = pagesOf(deposit("2", depositStatus.pending), deposit("1", depositStatus.pending));
  const told = { id: "1", status: depositStatus.failed, reason: "proof_unreadable" };
  expect(withReview(before, told)).toEqual(
    pagesOf(deposit("2", 0), { ...deposit("1", 2), reason: "proof_unreadable" }),
  );
});

it("never turns a reviewed deposit pending again", () => {
  const before = pagesOf(deposit("1", depositStatus.completed));
  expect(withReview(before, { id: "1", status: depositStatus.pending })).toEqual(before);
});
