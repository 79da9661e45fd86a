import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Order } from "@/api/orders";
import type { OwnPosition } from "@/api/positions";
import { installPlatform } from "@/test/platform";
import { renderScreen } from "@/test/screen";
import { hideOwn } from "@/ui/Own";
import type { PriceBoard } from "./board";
import LineLayer from "./LineLayer";
import { linesOf, type ReviewChange } from "./ownLines";

const reviews: object[] = [];
const Review: ReviewChange = ({ order, initial, onClose }) => {
  reviews.push({ id: order.id, ...initial });
  return (
    <div role="dialog">
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  );
};

/** A pane of 200 px from 200.00 down to 180.00: ten pixels are a unit of money. */
const board = (): PriceBoard & { moved: [string, string][] } => {
  const moved: [string, string][] = [];
  return {
    moved,
    onMove: () => () => undefined,
    plot: () => ({ left: 0, width: 600, height: 200 }),
    placeOf: (price) => (200 - Number(price)) * 10,
    priceAt: (y) => 200 - y / 10,
    moveLine: (id, price) => moved.push([id, price]),
  };
};

const APPLE = { symbol: "AAPL", market: "UsStock", assetClass: "usStock" } as const;
const PRICED = { ...APPLE, baseCurrency: null, tickSize: "0.01", last: "190.00" };
const order = (own: Partial<Order>) =>
  ({
    ...APPLE,
    ...{ id: "1", side: "sell", position: "long", quantity: "10", filled: "0", legs: [] },
    ...{ prices: { type: "stop", stopPrice: "185.00" }, triggered: false, priceCurrency: "USD" },
    ...own,
  }) as unknown as Order;
const HELD: OwnPosition = {
  ...{ id: "9", side: "long", quantity: "10", averagePrice: "190.00", cost: "1900.00" },
  ...{ multiplier: "1", priceCurrency: "USD", currency: "USD", margin: null },
};

async function show(orders: Order[], positions = [HELD]) {
  const drawn = board();
  const lines = linesOf(orders, positions, APPLE);
  await renderScreen(
    <LineLayer board={drawn} lines={lines} of={PRICED} inset={0} Review={Review} />,
    "/pages/quote/stock?code=AAPL",
  );
  return drawn;
}
const handle = (name = "Sell stop 10") => screen.findByRole("slider", { name });
const labels = () =>
  [...document.querySelectorAll("p[aria-hidden]")].map(({ textContent }) => textContent);

beforeEach(() => {
  installPlatform();
  hideOwn(false);
  reviews.length = 0;
  // jsdom captures no pointer.
  Element.prototype.setPointerCapture = () => undefined;
});

describe("a line", () => {
  it("says what it is, and of a stop what it would gain or lose", async () => {
    await show([order({}), order({ id: "2", prices: { type: "limit", limitPrice: "195.00" } })]);
    await handle();
    expect(labels()).toEqual([
      "Sell stop 10185.00−50.00",
      "Sell limit 10195.00",
      "Position 10190.00",
    ]);
  });

  it("keeps amounts to itself that are hidden from onlookers, and says prices", async () => {
    hideOwn(true);
    await show([order({})]);
    const slider = await handle("Sell stop ••••");
    expect(labels()).toEqual(["Sell stop ••••185.00••••", "Position ••••190.00"]);
    expect(slider).toHaveAttribute(
      "aria-valuetext",
      "185.00, −2.63% from the last price, profit or loss •••• USD",
    );
  });

  it("has no handle if it cannot be moved", async () => {
    const trail = { amount: "5" };
    await show([order({ prices: { type: "trailingStop", trail, stopPrice: "185.00" } })]);
    await waitFor(() => expect(labels()).toHaveLength(2));
    expect(screen.queryByRole("slider")).toBeNull();
  });
});

describe("a line that is dragged", () => {
  const drag = (slider: HTMLElement, ...ys: number[]) => {
    fireEvent.pointerDown(slider, { button: 0, clientY: 400 });
    for (const y of ys) fireEvent.pointerMove(slider, { clientY: 400 + y });
  };

  it("says its price on the tick, how far that is and what it comes to, and opens the review", async () => {
    const drawn = await show([order({})]);
    const slider = await handle();
    drag(slider, -3, -20.04);
    expect(labels()).toContain("187.00−1.58%−30.00");
    expect(slider).toHaveAttribute("aria-valuenow", "187");
    expect(drawn.moved.at(-1)).toEqual(["1 stop", "187.00"]);
    expect(reviews).toEqual([]);
    fireEvent.pointerUp(slider);
    await screen.findByRole("dialog");
    expect(reviews.at(-1)).toEqual({ id: "1", stopPrice: "187.00" });
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(drawn.moved.at(-1)).toEqual(["1 stop", "185.00"]);
    expect(labels()).toContain("Sell stop 10185.00−50.00");
  });

  it("asks nothing where it is let go of at its old place, or put back with Escape", async () => {
    await show([order({})]);
    const slider = await handle();
    drag(slider, -20, 0);
    fireEvent.pointerUp(slider);
    drag(slider, -20);
    fireEvent.keyDown(slider, { key: "Escape" });
    // The hand still holds the pointer, and no longer the line.
    fireEvent.pointerMove(slider, { clientY: 300 });
    fireEvent.pointerUp(slider);
    expect(slider).toHaveAttribute("aria-valuenow", "185");
    expect(screen.getByRole("status")).toHaveTextContent("Sell stop 10 is back at 185.00.");
    expect(reviews).toEqual([]);
  });

  it("stays in view, and comes into it from beyond an edge", async () => {
    await show([order({ prices: { type: "limit", limitPrice: "206.00" } })]);
    const slider = await handle("Sell limit 10");
    expect(slider).toHaveStyle({ top: "-22px" });
    drag(slider, 100);
    expect(slider).toHaveAttribute("aria-valuenow", "196");
    fireEvent.pointerMove(slider, { clientY: 2_000 });
    expect(slider).toHaveAttribute("aria-valuenow", "180");
  });

  it("stays in its column, and leaves the handles of others where they are", async () => {
    await show([
      order({}),
      order({ id: "2", prices: { type: "limit", limitPrice: "186.00" } }),
      order({ id: "3", prices: { type: "limit", limitPrice: "196.00" } }),
    ]);
    const places = () => screen.getAllByRole("slider").map(({ style }) => [style.right, style.top]);
    const slider = await handle();
    const [, ...others] = places();
    expect(places()[0]).toEqual(["38px", "128px"]);
    drag(slider, -100);
    expect(places()).toEqual([["38px", "28px"], ...others]);
  });

  it("follows the hand in a chart that is rotated by a quarter turn", async () => {
    await show([order({})]);
    const slider = await handle();
    document.body.dataset.turned = "true";
    fireEvent.pointerDown(slider, { button: 0, clientX: 200, clientY: 400 });
    fireEvent.pointerMove(slider, { clientX: 220, clientY: 500 });
    expect(slider).toHaveAttribute("aria-valuenow", "187");
    delete document.body.dataset.turned;
  });

  it("does not begin with another button of the mouse", async () => {
    await show([order({})]);
    const slider = await handle();
    fireEvent.pointerDown(slider, { button: 2, clientY: 400 });
    fireEvent.pointerMove(slider, { clientY: 300 });
    expect(slider).toHaveAttribute("aria-valuenow", "185");
  });
});

describe("a line that is moved by keys", () => {
  it("goes by ticks, and by ten of them, and Enter opens the review", async () => {
    await show([order({})]);
    const slider = await handle();
    slider.focus();
    await userEvent.keyboard("{ArrowUp}{PageUp}{PageUp}{ArrowDown}{ArrowDown}");
    expect(slider).toHaveAttribute(
      "aria-valuetext",
      "185.19, −2.53% from the last price, profit or loss −48.10 USD",
    );
    expect(slider).toHaveAccessibleDescription(/^Arrow keys move the price by a tick/);
    expect(reviews).toEqual([]);
    await userEvent.keyboard("{Enter}");
    await screen.findByRole("dialog");
    expect(reviews.at(-1)).toEqual({ id: "1", stopPrice: "185.19" });
  });

  it("is put back by Escape, which closes nothing else, and by leaving it", async () => {
    const heard = vi.fn();
    document.addEventListener("keydown", heard);
    await show([order({})]);
    const slider = await handle();
    slider.focus();
    await userEvent.keyboard("{ArrowUp}{Escape}");
    expect(heard).not.toHaveBeenCalled();
    expect(slider).toHaveAttribute("aria-valuenow", "185");
    await userEvent.keyboard("{ArrowUp}");
    await userEvent.tab();
    expect(slider).toHaveAttribute("aria-valuenow", "185");
    // An unmoved line has nothing to put back, and nothing to review.
    slider.focus();
    await userEvent.keyboard("{Enter}{Escape}");
    expect(heard.mock.calls.map(([{ key }]) => key)).toEqual(["Tab", "Escape"]);
    expect(reviews).toEqual([]);
    document.removeEventListener("keydown", heard);
  });
});
