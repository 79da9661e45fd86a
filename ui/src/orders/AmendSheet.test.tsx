import { focusManager } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { beginSession, endSession } from "@/session";
import { orderOf, stopLossOf, wireOrder } from "@/test/orders";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { toasts } from "@/ui/toast";
import { AmendSheet } from "./AmendSheet";
import { WorkingOrders } from "./WorkingOrders";

const order = orderOf({
  ...{ quantity: "10", filled: "4", averagePrice: "179.99", status: "partlyFilled" },
  ...{ held: { amount: "1080.00", currency: "USD" }, timeInForce: "day", expiresAt: 2 },
});

/** The order as a row of the server's list. */
const row = wireOrder({
  ...{ filledQuantity: "4", avgPrice: "179.99", status: 3 },
  ...{ timeInForce: "day", expireTimestamp: "2" },
});

describe("the sheet", () => {
  let host: FakePlatform;
  const sent: object[] = [];

  beforeEach(async () => {
    sent.length = 0;
    host = installPlatform();
    await beginSession({ token: "token", user: testUser });
    host.answer = (request) => {
      const { pathname } = new URL(request.url);
      if (pathname !== "/orders/amend") return envelope(404, { error: "url_unknown" });
      void request
        .clone()
        .json()
        .then((body: object) => sent.push(body));
      return envelope(409, { error: "insufficient_funds", field: "quantity" }, "Not enough money.");
    };
  });

  afterEach(() => endSession());

  it("writes the price of a pair in full before its rules are there", async () => {
    const pair = { symbol: "EURUSD", name: "Euro", market: "Forex", assetClass: "forex" } as const;
    const prices = { type: "limit", limitPrice: "1.085" } as const;
    const waiting = { ...order, ...pair, prices, quantity: "20000" };
    await renderScreen(<AmendSheet order={waiting} onClose={vi.fn()} />, "/pages/trade/index");
    const price = await screen.findByLabelText("Limit price");
    expect(price).toHaveValue("1.08500");
    expect(price).toBeValid();
    await userEvent.click(screen.getByRole("button", { name: "Raise by 0.00001" }));
    expect(price).toHaveValue("1.08501");
  });

  it("opens with a proposed price, which is a change already", async () => {
    await renderScreen(
      <AmendSheet order={order} initial={{ limitPrice: "181.50" }} onClose={vi.fn()} />,
      "/pages/trade/index",
    );
    expect(await screen.findByLabelText("Limit price")).toHaveValue("181.50");
    await userEvent.click(screen.getByRole("button", { name: "Modify order" }));
    await waitFor(() => expect(sent).toEqual([{ id: "7", price: "181.50" }]));
  });

  it("sends what was changed, and says beside the field why it was refused", async () => {
    const close = vi.fn();
    await renderScreen(<AmendSheet order={order} onClose={close} />, "/pages/trade/index");
    expect(await screen.findByText(/4 already filled/)).toBeVisible();
    const confirm = screen.getByRole("button", { name: "No changes yet" });
    expect(confirm).toHaveAttribute("aria-disabled", "true");
    const quantity = screen.getByLabelText("Total quantity");
    await userEvent.clear(quantity);
    await userEvent.type(quantity, "20");
    expect(screen.getByText(/back of the queue/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Modify order" }));
    await waitFor(() => expect(sent).toEqual([{ id: "7", quantity: "20" }]));
    await waitFor(() => expect(quantity).toBeInvalid());
    expect(close).not.toHaveBeenCalled();
  });

  it("moves a stop, and the time in force to a day that has to be named", async () => {
    const stop = orderOf({ prices: { type: "stop", stopPrice: "220" } });
    await renderScreen(
      <AmendSheet order={stop} initial={{ stopPrice: "219.50" }} onClose={vi.fn()} />,
      "/pages/trade/index",
    );
    expect(await screen.findByLabelText("Stop price")).toHaveValue("219.50");
    expect(screen.queryByLabelText("Limit price")).toBeNull();
    await userEvent.click(screen.getByRole("radio", { name: "Until a date" }));
    expect(screen.getByRole("button", { name: "No changes yet" })).toBeVisible();
    fireEvent.change(screen.getByLabelText("Last trading day"), {
      target: { value: "2026-12-18" },
    });
    expect(screen.getByText(/another time moves it to the back of the queue/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Modify order" }));
    await waitFor(() =>
      expect(sent).toEqual([
        { id: "7", stopPrice: "219.50", timeInForce: "gtd", expireDate: "2026-12-18" },
      ]),
    );
  });

  it("changes the distance of a trailing stop in its own unit", async () => {
    const prices = { type: "trailingStop", trail: { percent: "1.50" }, stopPrice: "221" } as const;
    await renderScreen(
      <AmendSheet order={orderOf({ prices })} onClose={vi.fn()} />,
      "/pages/trade/index",
    );
    const distance = await screen.findByLabelText("Distance behind");
    expect(distance).toHaveAccessibleDescription("%");
    await userEvent.clear(distance);
    await userEvent.type(distance, "2");
    await userEvent.click(screen.getByRole("button", { name: "Modify order" }));
    await waitFor(() => expect(sent).toEqual([{ id: "7", trailPercent: "2" }]));
  });

  it("changes the distance of a trailing stop to an amount, and back to what it was", async () => {
    const prices = { type: "trailingStop", trail: { percent: "1.50" }, stopPrice: "221" } as const;
    await renderScreen(
      <AmendSheet order={orderOf({ prices })} onClose={vi.fn()} />,
      "/pages/trade/index",
    );
    await userEvent.click(await screen.findByRole("radio", { name: "USD" }));
    const distance = screen.getByLabelText("Distance behind");
    expect(distance).toHaveValue("");
    expect(distance).toHaveAccessibleDescription("USD");
    await userEvent.click(screen.getByRole("radio", { name: "Percent" }));
    expect(distance).toHaveValue("1.50");
    expect(screen.getByRole("button", { name: "No changes yet" })).toBeVisible();
    await userEvent.click(screen.getByRole("radio", { name: "USD" }));
    await userEvent.type(distance, "3.25");
    await userEvent.click(screen.getByRole("button", { name: "Modify order" }));
    await waitFor(() => expect(sent).toEqual([{ id: "7", trailAmount: "3.25" }]));
  });

  it("says beside the stop why it was refused", async () => {
    host.answer = (request) =>
      request.url.endsWith("/orders/amend")
        ? envelope(409, { error: "stop_price_side", field: "stopPrice" }, "Reached already.")
        : envelope(404, { error: "url_unknown" });
    const prices = { type: "stopLimit", stopPrice: "220", limitPrice: "221" } as const;
    await renderScreen(
      <AmendSheet
        order={orderOf({ prices })}
        initial={{ stopPrice: "190.00" }}
        onClose={vi.fn()}
      />,
      "/pages/trade/index",
    );
    await userEvent.click(await screen.findByRole("button", { name: "Modify order" }));
    await waitFor(() => expect(screen.getByLabelText("Stop price")).toBeInvalid());
    expect(screen.getByText("The market has already reached this stop price.")).toBeVisible();
    expect(screen.getByLabelText("Limit price")).toBeValid();
  });

  it("asks of a leg for its price and quantity alone, and says that both legs change", async () => {
    await renderScreen(<AmendSheet order={stopLossOf()} onClose={vi.fn()} />, "/pages/trade/index");
    expect(await screen.findByLabelText("Stop price")).toHaveValue("200.00");
    expect(screen.getByText("Applies to the take-profit and the stop-loss.")).toBeVisible();
    expect(screen.getByText("Stop-loss · Sell 10 Apple (AAPL)")).toBeVisible();
    expect(screen.queryByRole("radio")).toBeNull();
  });

  it("follows an order that changes meanwhile, and sends only what was touched", async () => {
    const refuse = host.answer;
    let price = "180.00";
    host.answer = (request) =>
      request.url.endsWith("/position/consignList")
        ? envelope(200, {
            list: [{ ...row, price }],
            page: { pageNum: 1, pageSize: 100, total: 1 },
          })
        : refuse(request);
    await renderScreen(<WorkingOrders />, "/pages/trade/index");
    await userEvent.click(await screen.findByRole("button", { name: "Modify Apple" }));
    expect(await screen.findByLabelText("Limit price")).toHaveValue("180.00");
    price = "181.00";
    await act(async () => {
      focusManager.setFocused(false);
      focusManager.setFocused(true);
    });
    await waitFor(() => expect(screen.getByLabelText("Limit price")).toHaveValue("181.00"));
    const quantity = screen.getByLabelText("Total quantity");
    await userEvent.clear(quantity);
    await userEvent.type(quantity, "8");
    await userEvent.click(screen.getByRole("button", { name: "Modify order" }));
    await waitFor(() => expect(sent).toEqual([{ id: "7", quantity: "8" }]));
  });

  it("names a change that got no answer, lets another be a new one, and says whose answer it found", async () => {
    const refuse = host.answer;
    const keys: (string | null)[] = [];
    let reply = (): Response => {
      throw new TypeError("Failed to fetch");
    };
    host.answer = (request) => {
      if (!request.url.endsWith("/orders/amend")) return refuse(request);
      keys.push(request.headers.get("Idempotency-Key"));
      return reply();
    };
    const close = vi.fn();
    await renderScreen(<AmendSheet order={order} onClose={close} />, "/pages/trade/index");
    const quantity = await screen.findByLabelText("Total quantity");
    await userEvent.clear(quantity);
    await userEvent.type(quantity, "8");
    await userEvent.click(screen.getByRole("button", { name: "Modify order" }));
    expect(await screen.findByText("Modify Apple (AAPL): quantity 8")).toBeVisible();
    reply = () => envelope(409, { error: "insufficient_funds" }, "Not enough money.");
    await userEvent.click(screen.getByRole("button", { name: "Submit as new" }));
    expect(keys).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "Modify order" }));
    await waitFor(() => expect(new Set(keys).size).toBe(2));
    reply = () => envelope(200, { ...row, quantity: "8", version: 3 });
    await userEvent.click(await screen.findByRole("button", { name: "Check status" }));
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(keys[2]).toBe(keys[0]);
    expect(toasts.get().map(({ text }) => text)).toEqual([
      expect.stringMatching(/^This is your modification from .*: Order modified$/),
    ]);
  });
});
