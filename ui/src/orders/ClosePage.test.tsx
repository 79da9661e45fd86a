import { focusManager } from "@tanstack/react-query";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { toasts } from "@/ui/toast";

const stock = {
  stock_code: "AAPL",
  name: "Apple",
  market: "UsStock",
  source: 0,
  price_nominal: "227.50",
  change: "0.00",
  change_ratio: "0.00",
  bid: "227.49",
  ask: "227.51",
  lotSize: "1",
  tickSize: "0.01",
  session: "regular",
  stale: false,
  openAroundTheClock: true,
};

const cost = {
  quantity: "10",
  price: "227.49",
  notional: "2274.90",
  fees: [],
  feeTotal: "0.00",
  heldAmount: "0.00",
  total: "2274.90",
  currency: "USD",
  buyingPower: "0.00",
  buyingPowerAfter: "2274.90",
  error: null,
};

const sold = {
  id: "9",
  orderType: 0,
  status: 1,
  version: 1,
  quantity: "10",
  filledQuantity: "10",
  price: null,
};
const order = { ...sold, avgPrice: "227.49", fee: "0.00", reason: null };

const fill = {
  ...stock,
  id: "77",
  direction: 1,
  quantity: "10",
  price: "227.49",
  amount: "2274.90",
  fee: "0.06",
  currency: "USD",
};

const position = {
  ...{ ...stock, id: "5", direction: 0, version: 1, positionNum: "10", availableNum: "10" },
  ...{ avgPrice: "220.00", isolatedPosition: "2200.00", multiplier: "1", fee: "0.05" },
  ...{ price: "227.50", marketValue: "2275.00", profit: "75.00", zdf: "3.41", todayProfit: "1.00" },
};

let host: FakePlatform;
let held: string;
let preview: () => Response;
/** The greatest quantity that can be sold at the market. */
let closable: string;
/** The quantity that no order holds. */
let free: string | undefined;
let previewed: object[];
let contract: object | null;
let close: () => Response | Promise<Response>;
let keys: (string | null)[];
/** True once the page has read that the holding is gone. */
let knowsNothingHeld: boolean;

async function answer(request: Request): Promise<Response> {
  switch (new URL(request.url).pathname) {
    case "/m_ft/stock_detail_ft":
      return envelope(200, { stockInfo: { ...stock, contract }, selfSelectStatus: false });
    case "/position/getByStock":
      knowsNothingHeld = held === "0";
      return envelope(200, {
        id: held === "0" ? null : "5",
        positionNum: held,
        availableNum: free ?? held,
      });
    case "/position/me":
      return envelope(200, {
        list: held === "0" ? [] : [position],
        page: { pageNum: 1, pageSize: 100, total: 1 },
      });
    case "/position/closePreview": {
      const asked = await request.clone().json();
      if (asked.size === "full") return envelope(200, { ...cost, quantity: closable });
      previewed.push(asked);
      return preview();
    }
    case "/position/flatPosition":
      keys.push(request.headers.get("Idempotency-Key"));
      return close();
    case "/orders/detail":
      return envelope(200, { ...stock, ...order, direction: 1, fills: [fill] });
    default:
      return envelope(404, { error: "url_unknown" });
  }
}

beforeEach(async () => {
  host = installPlatform();
  host.answer = answer;
  held = "10";
  closable = "10";
  free = undefined;
  previewed = [];
  contract = null;
  knowsNothingHeld = false;
  preview = () => envelope(200, cost);
  close = () => {
    held = "0";
    preview = () => envelope(200, { ...cost, error: "insufficient_position" });
    return envelope(200, order);
  };
  keys = [];
  toasts.set([]);
  await beginSession({ token: "token", user: testUser });
  await open();
});

afterEach(() => {
  vi.useRealTimers();
  return endSession();
});

function open() {
  const query = { code: "AAPL", name: "Apple", source: 0, market: "UsStock", id: "5" } as const;
  return renderScreen(<ScreenPage />, to("payClose", query));
}

async function review(): Promise<void> {
  await userEvent.type(await screen.findByLabelText(/^Quantity/), "10");
  const button = screen.getByRole("button", { name: "Review order" });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
}

/** Triggers the refetch that happens every two seconds, and when the customer returns to the app. */
const readAgain = () =>
  act(async () => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
  });

const sheet = async () => within(await screen.findByRole("dialog"));

it("shows what the holding cost, and what a take-profit and a stop-loss would each bring", async () => {
  const factOf = async (name: string) =>
    (await screen.findByText(name, { selector: "dt" })).nextElementSibling?.textContent;
  await waitFor(async () => expect(await factOf("Cost")).toBe("220.00"));
  expect(await factOf("Unrealized")).toBe("+75.00");
  await userEvent.click(await screen.findByRole("button", { name: "Order type: More" }));
  await userEvent.click(await screen.findByRole("button", { name: /^Take-profit and stop-loss/ }));
  const type = async (name: string, value: string) =>
    userEvent.type(await screen.findByLabelText(name, { selector: "input" }), value);
  await type("Take-profit price", "240");
  await type("Stop price", "210");
  await type("Quantity", "10");
  expect(await factOf("Profit at 240.00")).toMatch(/^About \+200\.00/);
  expect(await factOf("Profit at 210.00")).toMatch(/^About −100\.00/);
});

it("sells at the market what a take-profit and a stop-loss hold, and in other ways what is free", async () => {
  cleanup();
  free = "4";
  await open();
  await userEvent.click(await screen.findByRole("button", { name: "Max 10 shares" }));
  const quantity = screen.getByLabelText(/^Quantity/);
  expect(quantity).toHaveValue("10");
  await waitFor(() => expect(previewed.at(-1)).toEqual({ id: "5", quantity: "10" }));
  const button = () => screen.getByRole("button", { name: "Review order" });
  await waitFor(() => expect(button()).toBeEnabled());
  preview = () => envelope(409, { error: "insufficient_position" });
  await userEvent.click(screen.getByRole("radio", { name: "Limit" }));
  expect(await screen.findByText(/You don't have that many shares/)).toBeVisible();
  expect(previewed.at(-1)).toEqual({ id: "5", quantity: "10", price: "227.49" });
  preview = () => envelope(200, { ...cost, quantity: "4" });
  await userEvent.click(screen.getByRole("button", { name: "Max 4 shares" }));
  expect(quantity).toHaveValue("4");
  await waitFor(() => expect(button()).toBeEnabled());
});

it("offers parts of a holding with a fraction in its steps", async () => {
  cleanup();
  closable = "10.500001";
  contract = { fractionStep: "0.000001" };
  await open();
  await screen.findByRole("button", { name: "Max 10.500001 shares" });
  await userEvent.click(screen.getByRole("button", { name: "50%" }));
  expect(screen.getByLabelText(/^Quantity/)).toHaveValue("5.25");
});

it("keeps the result of a sale of everything, with the way to its receipt, until it is dismissed", async () => {
  await review();
  await userEvent.click((await sheet()).getByRole("button", { name: "Sell 10 Apple" }));
  expect(await (await sheet()).findByText("Filled: 10 × 227.49")).toBeVisible();
  expect(await (await sheet()).findByRole("button", { name: "Receipt" })).toBeEnabled();
  await waitFor(() => expect(knowsNothingHeld).toBe(true));
  await readAgain();
  expect(screen.queryByText(/You have no Apple/)).toBeNull();
  expect(screen.queryByText(/You don't have that many shares/)).toBeNull();
  await userEvent.click((await sheet()).getByRole("button", { name: "Done" }));
  expect(window.location.hash).toBe("#/pages/trade/index?tab=1");
});

it("keeps the review and its figures when they cannot be read again, and says of when they are", async () => {
  await review();
  preview = () => {
    throw new TypeError("Failed to fetch");
  };
  await readAgain();
  expect(await (await sheet()).findByText(/^Figures from/)).toBeVisible();
  expect((await sheet()).getByText("You receive about")).toBeVisible();
  expect((await sheet()).getByRole("button", { name: "Sell 10 Apple" })).toBeEnabled();
  preview = () => envelope(200, cost);
  await readAgain();
  await waitFor(() => expect(screen.queryByText(/^Figures from/)).toBeNull());
});

it("holds an order back that the newest figures refuse, and says why", async () => {
  await review();
  preview = () => envelope(409, { error: "session_closed" });
  await readAgain();
  const refusal = /The market is closed\. A limit order can wait/;
  expect(await (await sheet()).findByText(refusal)).toBeVisible();
  expect((await sheet()).getByRole("button", { name: "Sell 10 Apple" })).toBeDisabled();
});

const press = async (name: string) =>
  userEvent.click((await sheet()).getByRole("button", { name }));
const lose = () => {
  throw new TypeError("Failed to fetch");
};

describe("an order on its way", () => {
  let arrive: (response: Response) => void;

  beforeEach(async () => {
    close = () =>
      new Promise((resolve) => {
        arrive = resolve;
      });
    await review();
    await press("Sell 10 Apple");
    await waitFor(() => expect(keys).toHaveLength(1));
  });

  it("keeps its sheet until it is answered", async () => {
    expect((await sheet()).getByRole("button", { name: "Close" })).toBeDisabled();
    expect((await sheet()).getByRole("button", { name: "Cancel" })).toBeDisabled();
    await userEvent.keyboard("{Escape}");
    expect(screen.getByRole("dialog")).toBeVisible();
    await act(async () => arrive(envelope(200, order)));
    // The outcome is drawn anew as its texts come.
    await waitFor(async () =>
      expect((await sheet()).getByText("Filled: 10 × 227.49")).toBeVisible(),
    );
    expect(toasts.get()).toEqual([]);
  });

  it("says how it ended also to whoever has left the page", async () => {
    cleanup();
    await act(async () => arrive(envelope(200, order)));
    await waitFor(() => expect(toasts.get()).toHaveLength(1));
    expect(toasts.get()[0]?.text).toBe("Sell 10 Apple (AAPL) at market: Filled: 10 × 227.49");
  });
});

it("says of when an order was that it found out about", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 20, 15, 32, 5) });
  close = lose;
  await review();
  await press("Sell 10 Apple");
  expect(await (await sheet()).findByText("Sent at 10:32:05 ET.")).toBeVisible();
  vi.setSystemTime(Date.UTC(2026, 10, 20, 15, 40));
  close = () => envelope(200, order);
  await press("Check status");
  expect(await (await sheet()).findByText("Filled: 10 × 227.49")).toBeVisible();
  expect((await sheet()).getByText("This is your order from 10:32:05 ET.")).toBeVisible();
  expect(keys[1]).toBe(keys[0]);
});

it("says of when an order was that is found to be refused", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 20, 15, 32, 5) });
  close = lose;
  await review();
  await press("Sell 10 Apple");
  close = () => envelope(409, { error: "no_quote" });
  await press("Check status");
  expect(
    await (await sheet()).findByText("Your order from 10:32:05 ET was refused."),
  ).toBeVisible();
  expect((await sheet()).getByRole("button", { name: "Sell 10 Apple" })).toBeEnabled();
});

it("places a second order of the same where the customer says that it is a new one", async () => {
  close = lose;
  await review();
  await press("Sell 10 Apple");
  await press("Place as a new order");
  close = () => envelope(200, order);
  await press("Sell 10 Apple");
  expect(await (await sheet()).findByText("Filled: 10 × 227.49")).toBeVisible();
  expect((await sheet()).queryByText(/This is your order from/)).toBeNull();
  expect(keys[1]).not.toBe(keys[0]);
  expect(
    screen.getByText(/Sell 10 Apple \(AAPL\) at market, .*: no response yet/),
  ).toBeInTheDocument();
});

it("confirms no figures that grew old while the phone slept", async () => {
  await review();
  const confirm = (await sheet()).getByRole("button", { name: "Sell 10 Apple" });
  preview = () => envelope(503, { error: "overloaded" });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  await userEvent.click(confirm);
  expect(await (await sheet()).findByText(/too old to confirm/)).toBeVisible();
  expect(confirm).toBeDisabled();
  expect(keys).toEqual([]);
});

it("asks about a sale without an answer before another of the same position, whatever its size", async () => {
  close = lose;
  await review();
  await press("Sell 10 Apple");
  expect(await (await sheet()).findByText("No response received")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  const quantity = await screen.findByLabelText(/^Quantity/);
  await userEvent.clear(quantity);
  await userEvent.type(quantity, "5");
  const button = screen.getByRole("button", { name: "Review order" });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
  expect(await screen.findByRole("dialog", { name: "Sell 10 Apple" })).toBeVisible();
  await press("Check status");
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[1]).toBe(keys[0]);
});

it("sells by a trailing stop, whose proceeds are those of the stop", async () => {
  const bodies: Record<string, object[]> = {};
  host.answer = async (request) => {
    if (request.method === "POST") {
      const { pathname } = new URL(request.url);
      bodies[pathname] = [...(bodies[pathname] ?? []), await request.clone().json()];
    }
    return answer(request);
  };
  await userEvent.click(await screen.findByRole("button", { name: "Order type: More" }));
  const types = within(await screen.findByRole("dialog", { name: "Order type" }));
  await userEvent.click(types.getByRole("button", { name: /^Trailing stop order/ }));
  await userEvent.type(screen.getByLabelText("Trail", { selector: "input" }), "2");
  expect(await screen.findByText(/^The stop would be at 222\.95 now/)).toBeVisible();
  await review();
  const confirm = (await sheet()).getByRole("button", { name: "Sell 10 Apple" });
  await waitFor(() => expect(confirm).toBeEnabled());
  await userEvent.click(confirm);
  await waitFor(() => expect(bodies["/position/flatPosition"]).toHaveLength(1));
  const sent = { quantity: "10", trailPercent: "2" };
  expect(bodies["/position/flatPosition"]?.[0]).toEqual({ id: "5", ...sent });
  expect(bodies["/position/closePreview"]?.at(-1)).toEqual({ id: "5", ...sent });
});
