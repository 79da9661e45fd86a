import { act, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { installPlatform } from "@/test/platform";
import { beginTexts } from "@/test/texts";
import { HOLD_MS, HoldButton } from "./HoldButton";

const onConfirm = vi.fn();

beforeEach(async () => {
  installPlatform();
  await beginTexts();
  await i18next.loadNamespaces("ticket");
  onConfirm.mockReset();
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function draw(change: object = {}) {
  const props = { label: "Buy 10 Apple", look: "rise", busy: false, disabled: false } as const;
  render(<HoldButton {...props} onConfirm={onConfirm} {...change} />);
  return screen.getByRole("button");
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const press = (button: HTMLElement) => {
  fireEvent.pointerDown(button, { button: 0 });
  fireEvent.pointerUp(button);
  // A pointer's click counts its presses.
  fireEvent.click(button, { detail: 1 });
};

it("confirms what is held long enough, once", async () => {
  const button = draw();
  expect(button).toHaveTextContent("Hold to confirm");
  fireEvent.pointerDown(button, { button: 0 });
  expect(button).toHaveTextContent("Keep holding");
  await pass(HOLD_MS - 1);
  expect(onConfirm).not.toHaveBeenCalled();
  await pass(1);
  fireEvent.pointerUp(button);
  fireEvent.click(button, { detail: 1 });
  await pass(HOLD_MS * 2);
  expect(onConfirm).toHaveBeenCalledOnce();
});

it("confirms nothing that is only tapped, however often", async () => {
  const button = draw();
  press(button);
  press(button);
  await pass(HOLD_MS * 2);
  expect(onConfirm).not.toHaveBeenCalled();
  expect(button).toHaveTextContent("Hold to confirm");
});

it("confirms nothing once the finger has left the button", async () => {
  const button = draw();
  fireEvent.pointerDown(button, { button: 0 });
  await pass(HOLD_MS / 2);
  fireEvent.pointerLeave(button);
  await pass(HOLD_MS);
  expect(onConfirm).not.toHaveBeenCalled();
});

it("is held by a key, whose repetitions are one press", async () => {
  const button = draw();
  fireEvent.keyDown(button, { key: "Enter" });
  await pass(HOLD_MS / 2);
  fireEvent.keyDown(button, { key: "Enter", repeat: true });
  await pass(HOLD_MS / 2);
  fireEvent.keyUp(button, { key: "Enter" });
  expect(onConfirm).toHaveBeenCalledOnce();
});

it("takes two presses of a key, and says so after the first", async () => {
  const button = draw();
  const key = () => {
    fireEvent.keyDown(button, { key: "Enter" });
    fireEvent.keyUp(button, { key: "Enter" });
  };
  key();
  expect(button).toHaveTextContent("Press again to confirm");
  expect(onConfirm).not.toHaveBeenCalled();
  key();
  expect(onConfirm).toHaveBeenCalledOnce();
});

it("takes a later press for a first one", async () => {
  const button = draw();
  fireEvent.click(button, { detail: 0 });
  expect(button).toHaveTextContent("Press again to confirm");
  await pass(5_000);
  fireEvent.click(button, { detail: 0 });
  expect(onConfirm).not.toHaveBeenCalled();
  fireEvent.click(button, { detail: 0 });
  expect(onConfirm).toHaveBeenCalledOnce();
});

it("cannot be held while it is disabled", async () => {
  const button = draw({ disabled: true });
  fireEvent.pointerDown(button, { button: 0 });
  await pass(HOLD_MS);
  expect(onConfirm).not.toHaveBeenCalled();
});
