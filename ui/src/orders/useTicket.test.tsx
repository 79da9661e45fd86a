import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { beginSession, endSession } from "@/session";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope } from "@/test/screen";
import { testUser } from "@/test/user";
import type { Ticket } from "./ticket";
import { type Stock, useCost } from "./useTicket";

const stock = { stock_code: "AAPL", market: "UsStock" } as Stock;
const ticket: Ticket = {
  direction: 0,
  orderType: 0,
  price: "",
  quantity: "10",
  timeInForce: "day",
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
  return renderHook(() => useCost(stock, ticket, false), { wrapper }).result;
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
