// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useCountdown } from "./useCountdown";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("counts whole seconds down to zero and can be started again", () => {
  const { result } = renderHook(useCountdown);
  expect(result.current.seconds).toBe(0);
  act(() => result.current.start(60));
  expect(result.current.seconds).toBe(60);
  act(() => vi.advanceTimersByTime(1250));
  expect(result.current.seconds).toBe(59);
  act(() => vi.advanceTimersByTime(60_000));
  expect(result.current.seconds).toBe(0);
  act(() => result.current.start(5));
  expect(result.current.seconds).toBe(5);
});

it("follows the clock when the tab slept and no timer ran", () => {
  const { result } = renderHook(useCountdown);
  act(() => result.current.start(60));
  vi.setSystemTime(Date.now() + 50_000);
  act(() => vi.advanceTimersByTime(250));
  expect(result.current.seconds).toBe(10);
});
