import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { decodeBars } from "@/api/market";
import { push } from "@/push/client";
import { testDetail } from "@/test/instrument";
import { type FakePlatform, type FakeSocket, installPlatform } from "@/test/platform";
import { envelope } from "@/test/screen";
import { useBook, useLiveBars, useMarketStatus, useTrades } from "./live";

const listing = { symbol: "AAPL", market: "UsStock" };
let host: FakePlatform;
let asked: string[];
let leaveOther = () => {};

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  host = installPlatform();
  asked = [];
  host.answer = (request) => {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    if (pathname === "/market/trades") return envelope(200, [[1, "10.00", "3", "buy"]]);
    return envelope(200, { bids: [{ price: "9.99", size: "1" }], asks: [], stale: false });
  };
});
afterEach(() => {
  cleanup();
  leaveOther();
  // Without subscribers it rests, as at the start.
  act(() => push.reconnect());
  vi.useRealTimers();
});

function Shell({ children }: { children: ReactNode }) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

const socket = () => host.sockets.at(-1) as FakeSocket;
const tell = (...messages: object[]) =>
  act(() => socket().events.onFrame(JSON.stringify(messages)));
const settle = (ms = 200) => act(() => vi.advanceTimersByTimeAsync(ms));
/** Opens the socket, as another screen's topic would. */
async function open() {
  leaveOther = push.subscribe("quote:UsStock:MSFT", { message: () => undefined });
  act(() => socket().events.onOpen());
  await settle();
}

it("asks the socket for a book and nothing else, and reads it once where the socket says nothing", async () => {
  await open();
  const { result } = renderHook(() => useBook(listing), { wrapper: Shell });
  await settle();
  expect(socket().sent.at(-1)).toEqual({ op: "subscribe", topics: ["depth:UsStock:AAPL"] });
  const data = { bids: [["10.00", "5"]], asks: [["10.02", "7"]] };
  tell({ topic: "depth:UsStock:AAPL", seq: 1, snapshot: true, data });
  expect(result.current.data?.bids).toEqual([{ price: "10.00", size: "5" }]);
  await settle(10_000);
  expect(asked).toEqual([]);

  act(() => socket().events.onClose("gone"));
  // Every reconnection fails.
  await settle(6_000);
  await waitFor(() => expect(result.current.data?.bids).toEqual([{ price: "9.99", size: "1" }]));
  await settle(4_000);
  expect(asked).toEqual(["/market/depth"]);
  act(() => socket().events.onOpen());
  await settle();
  expect(socket().sent).toContainEqual({
    op: "subscribe",
    topics: expect.arrayContaining(["depth:UsStock:AAPL"]),
  });
  tell({ topic: "depth:UsStock:AAPL", seq: 4, snapshot: true, data });
  expect(result.current.data?.bids).toEqual([{ price: "10.00", size: "5" }]);
});

it("reads at once where there is no socket yet, and goes on with what it tells", async () => {
  const { result } = renderHook(() => useTrades(listing), { wrapper: Shell });
  await waitFor(() => expect(result.current.data).toHaveLength(1));
  act(() => socket().events.onOpen());
  await settle();
  const topic = "trades:UsStock:AAPL";
  const row = (at: number) => [at, "10.01", "4", "sell"];
  tell({ topic, seq: 1, snapshot: true, data: { trades: [row(2), row(1)], count: 2 } });
  tell({ topic, seq: 2, data: { trades: [row(3)], count: 3 } });
  expect(result.current.data?.map(({ at }) => at)).toEqual([3, 2, 1]);
});

it("reads a chart again where bars between are not known, once for each snapshot", async () => {
  await open();
  const bar = (minute: number, close: string) => [minute * 60_000, "1", "9", "1", close, "5"];
  const read = decodeBars([bar(1, "1.1"), bar(2, "1.2")] as never);
  const readAgain = vi.fn();
  const { result } = renderHook(() => useLiveBars(listing, "1m", read, readAgain), {
    wrapper: Shell,
  });
  await settle();
  const topic = "bars:UsStock:AAPL:1m";
  expect(socket().sent.at(-1)).toEqual({ op: "subscribe", topics: [topic], rate: "fast" });
  const closes = () => result.current.map(({ close }) => close);
  tell({ topic, seq: 1, snapshot: true, data: { bars: [bar(2, "1.3")] } });
  tell({ topic, seq: 2, data: { bars: [bar(2, "1.4"), bar(3, "1.5")] } });
  tell({ topic, seq: 3, data: { bars: [bar(3, "1.6")] } });
  expect(closes()).toEqual(["1.1", "1.4", "1.6"]);
  expect(readAgain).not.toHaveBeenCalled();
  tell({ topic, seq: 9, snapshot: true, data: { bars: [bar(7, "1.7")] } });
  tell({ topic, seq: 10, data: { bars: [bar(7, "1.8")] } });
  expect(readAgain).toHaveBeenCalledOnce();
  expect(closes()).toEqual(["1.1", "1.2", "1.8"]);
});

it("knows what a market does from the socket, and before it speaks from the instrument", async () => {
  await open();
  const detail = testDetail({ ...listing, calendar: "XNYS", openAroundTheClock: false });
  const { result } = renderHook(() => useMarketStatus(detail), { wrapper: Shell });
  expect(result.current.session).toBe("regular");
  await settle();
  const status = { calendar: "XNYS", session: "closed", onBreak: false, openAroundTheClock: false };
  const data = { items: [{ ...status, opensTimestamp: "7", closesTimestamp: "9" }] };
  tell({ topic: "status:XNYS", seq: 1, snapshot: true, data });
  expect(result.current.holiday).toBeNull();
  expect(result.current).toMatchObject({ session: "closed", opensAt: 7, closesAt: 9 });
  const open7 = { ...status, session: "regular" };
  tell({ topic: "status:XNYS", seq: 2, data: { items: [open7] } });
  expect(result.current).toMatchObject({ session: "regular", opensAt: null });
});

it("takes what has no calendar for open, and asks nobody", async () => {
  const coin = testDetail({ symbol: "BTCUSDT", market: "Crypto", openAroundTheClock: false });
  const { result } = renderHook(() => useMarketStatus(coin), { wrapper: Shell });
  expect(result.current.openAroundTheClock).toBe(true);
  await settle();
  expect(host.sockets).toEqual([]);
});
