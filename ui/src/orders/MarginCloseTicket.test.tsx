import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Wire } from "@/api/wire";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { wireInstrument } from "@/test/wire";
import { hideOwn } from "@/ui/Own";

const named = { stock_code: "EURUSD", name: "Euro/US Dollar", market: "Forex", source: 2 } as const;
const pair = {
  ...wireInstrument({ ...named, currency: "USD", baseCurrency: "EUR", lotSize: "1000" }),
  ...{ change: "0.0002", change_ratio: "0.02" },
  ...{ price_nominal: "1.08485", bid: "1.08480", ask: "1.08490", tickSize: "0.00001" },
  ...{ bids: [], asks: [], openAroundTheClock: false },
};

/** A short position with a gain. */
const position = {
  ...{ ...named, id: "5", direction: 1, version: 1, status: 0, currency: "USD" },
  ...{ priceCurrency: "USD", positionNum: "10000", availableNum: "10000", avgPrice: "1.085" },
  ...{ isolatedPosition: "1085.00", leverage: "10", markPrice: "1.0849", marginLevel: "100.09" },
  multiplier: "1",
  ...{ price: "1.0849", marketValue: "10849.00", profit: "1.00", zdf: "0.09", fee: "0.00" },
  ...{ createTimeTimestamp: "1795190534318", modifyTimeTimestamp: "1795190534318" },
};

const closed = {
  ...{
    id: "9",
    orderType: 0,
    status: 1,
    version: 1,
    quantity: "3000",
    filledQuantity: "3000",
    price: null,
  },
  ...{ avgPrice: "1.0849", fee: "0.00", reason: null },
};
const fill = {
  ...{ ...named, id: "77", orderId: "9", direction: 0, positionDirection: 1, quantity: "3000" },
  ...{ price: "1.0849", multiplier: "1", amount: "3254.70", fee: "0.00", profit: "0.30" },
  ...{ currency: "USD", priceCurrency: "USD", createTimeTimestamp: "1795190594318" },
};
const order = {
  ...{ ...named, ...closed, direction: 0, positionDirection: 1, orderType: 0, leverage: "10" },
  ...{ currency: "USD", priceCurrency: "USD", timeInForce: "day", fills: [fill] },
  ...{ createTimeTimestamp: "1795190594318", modifyTimeTimestamp: "1795190594318" },
};

let session: string;
let held: string;
let ended: object;
let close: () => Response;
let sent: unknown[];

const cost = {
  ...{ price: "1.0849", notional: "3254.70", fees: [], feeTotal: "0.00", heldAmount: "0.00" },
  ...{ currency: "USD", priceCurrency: "USD", buyingPower: "0.00", buyingPowerAfter: "325.80" },
  ...{ total: "325.80", released: "325.50", margin: null, error: null },
};

let foreseen: Partial<typeof cost> & { fees?: object[] };

/** What closing a part of the position would bring. */
function preview({ quantity, size, price, stopLoss }: Wire["CloseRequest"]): Response {
  if (!price && !stopLoss && session === "closed")
    return envelope(409, { error: "session_closed" });
  if (size === "full") return envelope(200, { ...cost, quantity: held });
  if (Number(quantity) > Number(held)) return envelope(409, { error: "insufficient_position" });
  return envelope(200, { ...cost, ...foreseen, quantity });
}

async function answer(request: Request): Promise<Response> {
  switch (new URL(request.url).pathname) {
    case "/m_ft/stock_detail_ft":
      return envelope(200, { stockInfo: { ...pair, session }, selfSelectStatus: false });
    case "/position/me":
      return envelope(200, {
        list: [{ ...position, availableNum: held }],
        page: { pageNum: 1, pageSize: 100, total: 1 },
      });
    case "/position/closePreview":
      return preview(await request.json());
    case "/position/flatPosition":
      sent.push(await request.json());
      return close();
    case "/orders/detail":
      return envelope(200, { ...order, ...ended });
    case "/position/getByStock":
      return envelope(200, { id: "5", positionNum: "7000", availableNum: "7000" });
    default:
      return envelope(404, { error: "url_unknown" });
  }
}

beforeEach(async () => {
  installPlatform().answer = answer;
  session = "regular";
  held = "10000";
  ended = {};
  close = () => envelope(200, closed);
  sent = [];
  foreseen = {};
  await beginSession({ token: "token", user: testUser });
});

afterEach(async () => {
  hideOwn(false);
  await endSession();
});

const open = () =>
  renderScreen(
    <ScreenPage />,
    to("payClose", { code: "EURUSD", name: "Euro/US Dollar", market: "Forex", id: "5" }),
  );
const sheet = async () => within(await screen.findByRole("dialog"));
const factOf = async (name: string) =>
  (await (await sheet()).findByText(name)).closest("div")?.querySelector("dd")?.textContent;

async function review(): Promise<void> {
  await userEvent.type(await screen.findByLabelText(/^Quantity/), "3000");
  const button = () => screen.getByRole("button", { name: "Review order" });
  await waitFor(() => expect(button()).toBeEnabled());
  await userEvent.click(button());
}

async function confirm(): Promise<void> {
  await userEvent.click((await sheet()).getByRole("button", { name: "Close 3,000 EUR/USD short" }));
}

it("says the price and the fees by which the server foresees the profit, and no other quote", async () => {
  Object.assign(foreseen, {
    ...{ price: "1.0851", feeTotal: "0.50", total: "325.30" },
    fees: [{ name: "commission", amount: "0.50", rule: null }],
  });
  await open();
  // Before there is a quantity, the quote is what is known.
  expect(await screen.findByText(/best available prices, now 1\.08490\.$/)).toBeVisible();
  await userEvent.type(await screen.findByLabelText(/^Quantity/), "3000");
  expect(await screen.findByText(/best available prices, now 1\.08510\.$/)).toBeVisible();
  const figure = (name: string) =>
    screen.getByText(name).closest("div")?.querySelector("dd")?.textContent;
  expect(figure("Commission")).toBe("0.50 USD");
  expect(figure("Estimated profit, after fees")).toBe("−0.20 USD");
});

it("closes a part of a short position, and says what it gives back and gains", async () => {
  await open();
  const name = "Close short EUR/USD Euro/US Dollar";
  expect(await screen.findByRole("heading", { name })).toBeVisible();
  expect(await screen.findByRole("button", { name: "Max 10,000" })).toBeVisible();
  expect(screen.getByText(/best available prices, now 1\.08490\.$/)).toBeVisible();
  await review();
  const title = "Review: Close short EUR/USD";
  expect(await screen.findByRole("heading", { name: title })).toBeVisible();
  expect(await factOf("Margin released")).toBe("325.50 USD");
  expect(await factOf("Estimated profit")).toBe("+0.30 USD");
  await confirm();
  const result = "Closed 3,000 EUR/USD short";
  expect(await screen.findByRole("heading", { name: result })).toBeVisible();
  expect(await factOf("Average price")).toBe("1.08490");
  expect(await factOf("Profit on close")).toBe("+0.30 USD");
  await waitFor(async () => expect(await factOf("You now hold")).toBe("Short 7,000 EUR"));
  expect(sent).toEqual([{ id: "5", quantity: "3000" }]);
});

it("shows what was typed, and nothing else, where amounts are hidden", async () => {
  hideOwn(true);
  await open();
  expect(await screen.findByRole("button", { name: "Max" })).toBeVisible();
  expect(document.body).not.toHaveTextContent(/10,000|\+1\.00/);
  await review();
  expect(await factOf("Margin released")).toBe("•••• USD");
  expect(await factOf("Estimated profit")).toBe("•••• USD");
  await confirm();
  const result = "Closed •••• EUR/USD short";
  expect(await screen.findByRole("heading", { name: result })).toBeVisible();
  expect(await factOf("Profit on close")).toBe("•••• USD");
  await waitFor(async () => expect(await factOf("You now hold")).toBe("Short •••• EUR"));
});

it("closes nothing while the market is closed, and says so", async () => {
  session = "closed";
  await open();
  await userEvent.type(await screen.findByLabelText(/^Quantity/), "3000");
  const button = await screen.findByRole("button", { name: "Market closed" });
  expect(button).toHaveAttribute("aria-disabled", "true");
  expect(screen.getByText(/You can close the position once it opens/)).toBeVisible();
});

it("closes no more than is open", async () => {
  await open();
  await userEvent.type(await screen.findByLabelText(/^Quantity/), "11000");
  expect(await screen.findByRole("button", { name: "More than is available" })).toBeVisible();
  expect(screen.getByText("That's more than your position.")).toBeVisible();
});

it("offers no share that is less than a step", async () => {
  held = "3000";
  await open();
  expect(await screen.findByRole("button", { name: "25%" })).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "50%" }));
  expect(screen.getByLabelText(/^Quantity/)).toHaveValue("1000");
});

it("names a close that got no answer by its pair, and finds out about it as it was", async () => {
  close = () => {
    throw new TypeError("Failed to fetch");
  };
  await open();
  await review();
  await confirm();
  expect(await (await sheet()).findByText("No response received")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  const waiting = /^Close 3,000 EUR\/USD at market, .*: no response yet$/;
  expect(await screen.findByText(waiting)).toBeVisible();
  close = () => envelope(200, closed);
  await userEvent.click(screen.getByRole("button", { name: "Check status" }));
  expect(await screen.findByText(/at market, .*: Filled: 3,000 × 1\.08490$/)).toBeVisible();
  expect(sent).toEqual([
    { id: "5", quantity: "3000" },
    { id: "5", quantity: "3000" },
  ]);
});

it("says which order of the customer's has closed a position, and what it came to", async () => {
  ended = { reason: "stop_loss" };
  await renderScreen(<ScreenPage />, to("tradeDetail", { code: "EURUSD", id: "9", type: "order" }));
  expect(await screen.findByText("Filled: 3,000 × 1.08490")).toBeVisible();
  expect(screen.getByText("Canceled: stop-loss reached")).toBeVisible();
  const profit = screen.getByText("Profit on close").parentElement;
  expect(profit).toHaveTextContent("Profit on close+0.30 USD");
});

it("leads from a position that is closed to what it came to", async () => {
  const of = { code: "EURUSD", market: "Forex", id: "6" } as const;
  await renderScreen(<ScreenPage />, to("tradeDetail", { ...of, type: "holding" }));
  const link = await screen.findByRole("link", { name: "See the result" });
  expect(link).toHaveAttribute("href", expect.stringContaining(to("trade", { tab: 1 })));
});

async function choose(name: RegExp): Promise<void> {
  await userEvent.click(await screen.findByRole("button", { name: "Order type: More" }));
  await userEvent.click((await sheet()).getByRole("button", { name }));
}
const type = async (name: string, value: string) =>
  userEvent.type(await screen.findByLabelText(name, { selector: "input" }), value);

it("closes a part by a take-profit and a stop-loss that wait, also while the market is closed", async () => {
  session = "closed";
  const waits = { ...closed, status: 0, filledQuantity: "0", avgPrice: null, stopPrice: "1.09" };
  close = () => envelope(200, waits);
  ended = { ...waits, orderType: 2, timeInForce: "gtc", fills: [] };
  await open();
  await choose(/^Take-profit and stop-loss/);
  await type("Take-profit price", "1.085");
  expect(await screen.findByText("Must be below the current price, 1.08490.")).toBeVisible();
  await userEvent.clear(screen.getByLabelText("Take-profit price", { selector: "input" }));
  await type("Take-profit price", "1.08");
  await type("Stop price", "1.09");
  await review();
  expect(await factOf("Profit at 1.08000")).toMatch(/\+15\.00 USD$/);
  expect(await factOf("Profit at 1.09000")).toMatch(/−15\.00 USD$/);
  expect(await factOf("Take-profit")).toBe("1.08000");
  expect(await factOf("Good for")).toBe("Until canceled");
  await confirm();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    ...{ id: "5", quantity: "3000", takeProfit: { price: "1.08" } },
    stopLoss: { stopPrice: "1.09" },
  });
});

it("closes at a limit, which waits for the day", async () => {
  await open();
  await userEvent.click(await screen.findByRole("radio", { name: "Limit" }));
  // It begins at the price of the market.
  expect(await screen.findByLabelText("Limit price")).toHaveValue("1.08490");
  // Legs make way for a close at the market only: by a limit is closed what no order holds.
  expect(await screen.findByRole("button", { name: "Max 7,000" })).toBeVisible();
  await userEvent.clear(screen.getByLabelText("Limit price"));
  await type("Limit price", "1.08");
  await review();
  await confirm();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({ id: "5", quantity: "3000", price: "1.08" });
});
