import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { InstrumentDetail } from "@/api/market";
import { beginSession, endSession } from "@/session";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope } from "@/test/screen";
import { testUser } from "@/test/user";
import type { Ticket } from "@/trade/ticket";
import { isMarketOpen, type TicketQuote, useCost } from "./useTicket";

const instrument = {
  symbol: "AAPL",
  market: "UsStock",
  openAroundTheClock: false,
} as InstrumentDetail;
const ticket: Ticket = {
  side: "buy",
  terms: { type: "market" },
  size: { quantity: "10" },
};
const lost = () => Promise.reject(new TypeError("Failed to fetch"));

let host: FakePlatform;

beforeEach(async () => {
  vi.useFakeTimers();
  host = installPlatform();
  await beginSession({ token: "token", user: testUser });
});

afterEach(async () => {
  vi.useRealTimers();
  await endSession();
});

function fillIn() {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(
    () => useCost("usStock", instrument, ticket, { reviewed: false, done: false }),
    {
      wrapper,
    },
  ).result;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it("keeps the last figures through failed polls, and trusts them for ten seconds", async () => {
  host.answer = () => envelope(200, { total: "10.00" });
  const cost = fillIn();
  await pass(300);
  expect(cost.current).toMatchObject({ ready: true, old: null, cost: { total: "10.00" } });
  const readAt = Date.now();
  host.answer = lost;
  await pass(2_500);
  expect(cost.current).toMatchObject({ ready: true, cost: { total: "10.00" } });
  expect(cost.current.old?.trusted).toBe(true);
  expect(Math.abs((cost.current.old?.from ?? 0) - readAt)).toBeLessThan(1_000);
  await pass(10_000);
  expect(cost.current).toMatchObject({ ready: false, cost: { total: "10.00" } });
  expect(cost.current.old?.trusted).toBe(false);
  host.answer = () => envelope(200, { total: "11.00" });
  await pass(2_500);
  expect(cost.current).toMatchObject({ ready: true, old: null, cost: { total: "11.00" } });
});

it("has no figures to show while the first cannot be read", async () => {
  host.answer = lost;
  const cost = fillIn();
  await pass(300);
  expect(cost.current).toMatchObject({ ready: false, old: null, cost: null });
});

/** The page slept: timers and requests stopped, while the wall clock went on. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms);
const look = () => act(() => void document.dispatchEvent(new Event("visibilitychange")));

it("does not trust figures of before the page slept, though nothing failed", async () => {
  host.answer = () => envelope(200, { total: "10.00" });
  const cost = fillIn();
  await pass(300);
  host.answer = () => new Promise(() => undefined);
  sleep(60_000);
  expect(cost.current.ready).toBe(true);
  look();
  expect(cost.current).toMatchObject({ ready: false, cost: { total: "10.00" } });
  expect(cost.current.old?.trusted).toBe(false);
});

it("looks at the clock at the moment of the confirmation, and reads figures anew that are too old", async () => {
  host.answer = () => envelope(200, { total: "10.00" });
  const cost = fillIn();
  await pass(300);
  expect(cost.current.checkAge()).toBe(true);
  host.answer = () => envelope(200, { total: "11.00" });
  sleep(60_000);
  let confirmed = true;
  act(() => {
    confirmed = cost.current.checkAge();
  });
  expect(confirmed).toBe(false);
  expect(cost.current.ready).toBe(false);
  await pass(100);
  expect(cost.current).toMatchObject({ ready: true, old: null, cost: { total: "11.00" } });
  expect(cost.current.checkAge()).toBe(true);
});

it("notices that figures grow old while a reading hangs", async () => {
  host.answer = () => envelope(200, { total: "10.00" });
  const cost = fillIn();
  await pass(300);
  host.answer = () => new Promise(() => undefined);
  await pass(10_500);
  expect(cost.current.ready).toBe(false);
  expect(cost.current.old?.trusted).toBe(false);
});

it.each([
  [429, "too_many_requests"],
  [500, "internal"],
  [503, "overloaded"],
])("takes %i %s for its own trouble, and not for a refusal of the order", async (code, error) => {
  host.answer = () => envelope(200, { total: "10.00" });
  const cost = fillIn();
  await pass(300);
  host.answer = () => envelope(code, { error });
  await pass(2_500);
  expect(cost.current).toMatchObject({ ready: true, refusal: null, old: { trusted: true } });
});

it("takes a reading that the browser calls aborted for one that did not come", async () => {
  host.answer = () => envelope(200, { total: "10.00" });
  const cost = fillIn();
  await pass(300);
  host.answer = () => Promise.reject(new DOMException("The user aborted a request.", "AbortError"));
  await pass(2_500);
  expect(cost.current).toMatchObject({ refusal: null, old: { trusted: true } });
});

it("says that there are no figures where the first could not be read", async () => {
  host.answer = () => envelope(503, { error: "overloaded" });
  const cost = fillIn();
  await pass(300);
  expect(cost.current).toMatchObject({ ready: false, refusal: null, unread: true });
});

it("keeps a real refusal", async () => {
  host.answer = () => envelope(409, { error: "session_closed" });
  const cost = fillIn();
  await pass(300);
  expect(cost.current).toMatchObject({ ready: false, refusal: "session_closed", unread: false });
});

it("knows a market as open though its prices do not come in", () => {
  const quote = { session: "regular", stale: true } as TicketQuote;
  expect(isMarketOpen(instrument, quote)).toBe(true);
  expect(isMarketOpen(instrument, { ...quote, session: "closed" })).toBe(false);
});
