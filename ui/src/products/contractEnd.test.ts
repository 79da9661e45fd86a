import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { contractEnd } from "./contractEnd";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2027, 0, 22, 18) }));
afterEach(() => void vi.useRealTimers());

const gold = { lastTradeDay: "2027-02-24", lastOpenDay: "2027-01-28", isCashSettled: false };
const index = { lastTradeDay: "2027-03-19", lastOpenDay: "2027-03-19", isCashSettled: true };

it("ends what would be delivered at the settlement before, and counts the days to it", () => {
  expect(contractEnd("Future", gold)).toEqual({
    ...{ day: "2027-01-28", daysLeft: 6, isClosedEarly: true, closeOnlyFrom: null },
    ...{ isClosingOnly: false, hasEnded: false, isSoon: false },
  });
  vi.setSystemTime(Date.UTC(2027, 0, 23, 18));
  expect(contractEnd("Future", gold)).toMatchObject({ daysLeft: 5, isSoon: true });
  vi.setSystemTime(Date.UTC(2027, 0, 28, 18));
  expect(contractEnd("Future", gold)).toMatchObject({ daysLeft: 0, isClosingOnly: true });
});

it("ends what is settled in cash on its last trading day", () => {
  expect(contractEnd("Future", index)).toMatchObject({
    ...{ day: "2027-03-19", daysLeft: 56, isClosedEarly: false, closeOnlyFrom: null },
  });
  expect(contractEnd("Future", { ...index, lastOpenDay: "2027-03-17" }).closeOnlyFrom).toBe(
    "2027-03-17",
  );
  vi.setSystemTime(Date.UTC(2027, 2, 20, 18));
  expect(contractEnd("Future", index)).toMatchObject({ daysLeft: 0, hasEnded: true });
});

it("knows the last trading day of a contract of which nothing else is known", () => {
  expect(contractEnd("Future", { ...gold, lastOpenDay: null })).toMatchObject({
    ...{ day: "2027-02-24", isClosedEarly: false, isClosingOnly: false },
  });
});
