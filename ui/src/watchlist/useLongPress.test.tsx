import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useLongPress } from "./useLongPress";

const long = vi.fn();
const short = vi.fn();

function Button() {
  return <button type="button" {...useLongPress(long, short)} />;
}

const button = () => screen.getByRole("button");
const down = (place = {}) => fireEvent.pointerDown(button(), { button: 0, ...place });
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
  render(<Button />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.clearAllMocks();
});

it("is short where the finger is lifted soon", () => {
  down();
  wait(300);
  fireEvent.pointerUp(button());
  fireEvent.click(button());
  wait(1_000);
  expect([short.mock.calls.length, long.mock.calls.length]).toEqual([1, 0]);
});

it("is long after half a second, and then no short one too, nor the system's long one", () => {
  down();
  wait(500);
  expect(long).toHaveBeenCalledTimes(1);
  fireEvent.contextMenu(button());
  fireEvent.pointerUp(button());
  fireEvent.click(button());
  expect([short.mock.calls.length, long.mock.calls.length]).toEqual([0, 1]);
  // The next press is independent.
  down();
  fireEvent.pointerUp(button());
  fireEvent.click(button());
  expect(short).toHaveBeenCalledTimes(1);
});

it("is none where the finger scrolls away", () => {
  down({ clientX: 0, clientY: 0 });
  fireEvent.pointerMove(button(), { clientX: 0, clientY: 40 });
  wait(1_000);
  expect(long).not.toHaveBeenCalled();
});

it("comes from the menu key, and Enter presses as ever", () => {
  fireEvent.contextMenu(button());
  expect(long).toHaveBeenCalledTimes(1);
  fireEvent.keyDown(button(), { key: "Enter" });
  fireEvent.click(button());
  expect(short).toHaveBeenCalledTimes(1);
});
