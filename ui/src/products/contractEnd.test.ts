import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { hearServerClock } from "@/platform/serverClock";
import { contractEnd } from "./contractEnd";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2027, 0, 22, 18) }));
afterEach(() => void vi.useRealTimers());

const GOLD = { market: "Future", symbol: "GCG27" };
const INDEX = { market: "Future", symbol: "ESH27" };
const gold = { lastTradeDay: "2027-02-24", lastOpenDay: "2027-01-28", isCashSettled: false };
const index = { lastTradeDay: "2027-03-19", lastOpenDay: "2027-03-19", isCashSettled: true };

it("ends what would be delivered at the settlement before, and counts the days to it", () => {
  expect(contractEnd(GOLD, gold)).toEqual({
    ...{ day: "2027-01-28", daysLeft: 6, isClosedEarly: true, closeOnlyFrom: null },
    ...{ isClosingOnly: false, hasEnded: false, isSoon: false },
  });
  vi.setSystemTime(Date.UTC(2027, 0, 23, 18));
  expect(contractEnd(GOLD, gold)).toMatchObject({ daysLeft: 5, isSoon: true });
  vi.setSystemTime(Date.UTC(2027, 0, 28, 18));
  expect(contractEnd(GOLD, gold)).toMatchObject({ daysLeft: 0, isClosingOnly: true });
});

it("ends what is settled in cash on its last trading day", () => {
  expect(contractEnd(INDEX, index)).toMatchObject({
    ...{ day: "2027-03-19", daysLeft: 56, isClosedEarly: false, closeOnlyFrom: null },
  });
  expect(contractEnd(INDEX, { ...index, lastOpenDay: "2027-03-17" }).closeOnlyFrom).toBe(
    "2027-03-17",
  );
  vi.setSystemTime(Date.UTC(2027, 2, 20, 18));
  expect(contractEnd(INDEX, index)).toMatchObject({ daysLeft: 0, hasEnded: true });
});

it("knows the last trading day of a contract of which nothing else is known", () => {
  expect(contractEnd(GOLD, { ...gold, lastOpenDay: null })).toMatchObject({
    ...{ day: "2027-02-24", isClosedEarly: false, isClosingOnly: false },
  });
});

it("counts the days at the contract's own exchange", () => {
  // In Hong Kong the next day has begun; in Chicago it has not.
  vi.setSystemTime(Date.UTC(2027, 2, 16, 17));
  expect(contractEnd(INDEX, index).daysLeft).toBe(3);
  expect(contractEnd({ ...INDEX, symbol: "HSIH27" }, index).daysLeft).toBe(2);
});

it("counts the days by the server's clock, whatever the device's own says", () => {
  vi.setSystemTime(Date.UTC(2020, 0, 1));
  hearServerClock(new Response(null, { headers: { Date: "Fri, 12 Mar 2027 18:00:00 GMT" } }));
  expect(contractEnd(INDEX, index).daysLeft).toBe(7);
  vi.setSystemTime(Date.UTC(2020, 0, 2));
  expect(contractEnd(INDEX, index).daysLeft).toBe(6);
  hearServerClock(new Response(null, { headers: { Date: new Date().toUTCString() } }));
});
