import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { hearServerClock, serverNow } from "./serverClock";

const NOON = Date.UTC(2026, 11, 10, 12);
const replyAt = (moment: number) =>
  new Response(null, { headers: { Date: new Date(moment).toUTCString() } });

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => {
  hearServerClock(replyAt(Date.now()));
  vi.useRealTimers();
});

it("goes by the newest reply where the device's clock is wrong, in either direction", () => {
  for (const hours of [-30, 5]) {
    hearServerClock(replyAt(NOON + hours * 3_600_000));
    expect(Math.abs(serverNow() - NOON - hours * 3_600_000)).toBeLessThan(1_000);
  }
});

it("takes what a reply cannot say more exactly for the device's own moment", () => {
  hearServerClock(replyAt(NOON - 2_000));
  expect(serverNow()).toBe(NOON);
});

it("keeps what it has heard where a reply says no time", () => {
  hearServerClock(replyAt(NOON + 86_400_000));
  const heard = serverNow();
  hearServerClock(new Response(null));
  hearServerClock(new Response(null, { headers: { Date: "soon" } }));
  expect(serverNow()).toBe(heard);
});
