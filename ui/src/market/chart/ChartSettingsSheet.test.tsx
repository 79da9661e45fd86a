import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { installPlatform } from "@/test/platform";
import { beginTexts } from "@/test/texts";
import ChartSettingsSheet from "./ChartSettingsSheet";

beforeEach(async () => {
  installPlatform();
  await beginTexts();
});
afterEach(cleanup);

const show = async (room: number, isCourse = false) => {
  const onChange = vi.fn();
  render(
    <ChartSettingsSheet
      settings={{ style: "candles", over: ["MA"], below: ["VOL", "MACD"] }}
      onChange={onChange}
      onClose={() => undefined}
      room={room}
      isCourse={isCourse}
    />,
  );
  await screen.findByRole("dialog", { name: "Style & indicators" });
  return onChange;
};
const checked = () =>
  screen
    .getAllByRole("checkbox")
    .filter((box) => (box as HTMLInputElement).checked)
    .map((box) => box.closest("label")?.firstChild?.textContent);

it("says what is shown, and changes it at once", async () => {
  const onChange = await show(5);
  expect(checked()).toEqual(["MA", "VOL", "MACD"]);
  await userEvent.click(screen.getByRole("radio", { name: "Line" }));
  await userEvent.click(screen.getByRole("checkbox", { name: /Bollinger bands 20, 2/ }));
  await userEvent.click(screen.getByRole("checkbox", { name: /Moving average 5, 10, 20, 60/ }));
  await userEvent.click(screen.getByRole("checkbox", { name: /Stochastic KDJ 9, 3, 3/ }));
  expect(onChange.mock.calls).toEqual([
    [{ style: "line" }],
    [{ over: ["MA", "BOLL"] }],
    [{ over: [] }],
    [{ below: ["VOL", "MACD", "KDJ"] }],
  ]);
  expect(screen.queryByText(/Up to two fit/)).toBeNull();
});

it("lets another pane take the place of the first where two fit, and says so", async () => {
  const onChange = await show(2);
  expect(screen.getByText(/Up to two fit on this screen/)).toBeVisible();
  await userEvent.click(screen.getByRole("checkbox", { name: /Relative strength 14$/ }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ below: ["MACD", "RSI"] });
});

it("says of the day's course that nothing lies over it", async () => {
  await show(5, true);
  expect(screen.getByText(/intraday chart is a plain line/)).toBeVisible();
});
