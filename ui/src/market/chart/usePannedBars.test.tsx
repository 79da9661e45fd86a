import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it } from "vitest";
import { type Bar, decodeBars } from "@/api/market";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { usePannedBars } from "./usePannedBars";

const AAPL = { symbol: "AAPL", market: "UsStock" };
const DAY = 86_400_000;
const bar = (day: number) => [day * DAY, "1", "1", "1", "1", "1"];
const told = (first: number, end: number) =>
  Array.from({ length: end - first }, (_, index) => bar(first + index));
const days = (first: number, end: number) => decodeBars(told(first, end));
const daysOf = (bars: Bar[]) => bars.map(({ start }) => start / DAY);

/** The market's history begins on day 100. */
const BEGINNING = 100;
let host: FakePlatform;
let asked: URLSearchParams[];

beforeEach(() => {
  host = installPlatform();
  asked = [];
  host.answer = (request) => {
    const query = new URL(request.url).searchParams;
    asked.push(query);
    const end = Number(query.get("before")) / DAY;
    const data = told(Math.max(BEGINNING, end - Number(query.get("count"))), end);
    return Response.json({ code: 200, msg: "", data });
  };
});

function start(newest: Bar[]) {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(({ bars }) => usePannedBars(AAPL, "1D", bars), {
    wrapper,
    initialProps: { bars: newest },
  });
}

it("reads nothing before the chart is panned", () => {
  const newest = days(400, 450);
  const { result } = start(newest);
  expect(result.current.bars).toBe(newest);
  expect(asked).toHaveLength(0);
});

it("reads older bars page by page until the history begins", async () => {
  const { result } = start(days(400, 450));
  act(() => result.current.loadOlder());
  await waitFor(() => expect(daysOf(result.current.bars)).toEqual(daysOf(days(220, 450))));
  act(() => result.current.loadOlder());
  await waitFor(() => expect(daysOf(result.current.bars)).toEqual(daysOf(days(BEGINNING, 450))));
  act(() => result.current.loadOlder());
  expect(asked.map((query) => query.get("type"))).toEqual(["1D", "1D"]);
});

it("asks once, however often the reader moves meanwhile", async () => {
  const { result } = start(days(400, 450));
  act(() => {
    result.current.loadOlder();
    result.current.loadOlder();
  });
  act(() => result.current.loadOlder());
  await waitFor(() => expect(result.current.bars).toHaveLength(230));
  expect(asked).toHaveLength(1);
});

it("leaves no gap when the newest bars move on", async () => {
  const { result, rerender } = start(days(400, 450));
  act(() => result.current.loadOlder());
  await waitFor(() => expect(result.current.bars).toHaveLength(230));
  rerender({ bars: days(405, 455) });
  expect(daysOf(result.current.bars)).toEqual(daysOf(days(220, 455)));
});
