// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useRenewed } from "./useRenewed";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const follow = (price: string, everyMs: number | null) =>
  renderHook(
    (now: { price: string; everyMs: number | null }) => useRenewed(now.price, now.everyMs),
    {
      initialProps: { price, everyMs },
    },
  );

it("takes the first price at once, and a newer one when its time has come", async () => {
  const { result, rerender } = follow("", 2_000);
  expect(result.current).toBe("");
  rerender({ price: "180.00", everyMs: 2_000 });
  expect(result.current).toBe("180.00");
  await pass(2_000);
  rerender({ price: "180.10", everyMs: 2_000 });
  await pass(1_900);
  expect(result.current).toBe("180.00");
  await pass(200);
  expect(result.current).toBe("180.10");
});

it("stays as it is while nothing may move", async () => {
  const { result, rerender } = follow("180.00", null);
  rerender({ price: "181.00", everyMs: null });
  await pass(60_000);
  expect(result.current).toBe("180.00");
});

it("keeps the last price when the market has none", async () => {
  const { result, rerender } = follow("180.00", 2_000);
  rerender({ price: "", everyMs: 2_000 });
  await pass(4_000);
  expect(result.current).toBe("180.00");
});

it("keeps the first price that came, once nothing may move", async () => {
  const { result, rerender } = follow("", 2_000);
  rerender({ price: "180.00", everyMs: 2_000 });
  rerender({ price: "180.00", everyMs: null });
  rerender({ price: "181.00", everyMs: null });
  expect(result.current).toBe("180.00");
  await pass(60_000);
  expect(result.current).toBe("180.00");
});
