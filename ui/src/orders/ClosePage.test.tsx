import { focusManager } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { to } from "@/routes";
import { beginSession, endSession } from "@/session";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import ClosePage from "./ClosePage";

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

const sold = { id: "9", status: 1, version: 1, quantity: "10", filledQuantity: "10", price: null };
const order = { ...sold, avgPrice: "227.49", fee: "0.00", reason: null };

let host: FakePlatform;
let held: string;
let preview: () => Response;
/** True once the page has read that nothing is held any more. */
let knowsNothingHeld: boolean;

function answer(request: Request): Response {
  switch (new URL(request.url).pathname) {
    case "/m_ft/stock_detail_ft":
      return envelope(200, { stockInfo: stock, selfSelectStatus: false });
    case "/position/getByStock":
      knowsNothingHeld = held === "0";
      return envelope(200, {
        id: held === "0" ? null : "5",
        positionNum: held,
        availableNum: held,
      });
    case "/stock/preview":
      return preview();
    case "/position/flatPosition":
      held = "0";
      preview = () => envelope(200, { ...cost, error: "insufficient_position" });
      return envelope(200, order);
    case "/orders/detail":
      return envelope(200, { ...order, ...stock, fills: [{ id: "77" }] });
    default:
      return envelope(404, { error: "url_unknown" });
  }
}

beforeEach(async () => {
  host = installPlatform();
  host.answer = answer;
  held = "10";
  knowsNothingHeld = false;
  preview = () => envelope(200, cost);
  await beginSession({ token: "token", user: testUser });
  const query = { code: "AAPL", name: "Apple", source: 0, market: "UsStock", id: "5" };
  await renderScreen(<ClosePage />, to("payClose", query));
});

afterEach(() => endSession());

async function review(): Promise<void> {
  await userEvent.type(await screen.findByLabelText(/^Quantity/), "10");
  const button = screen.getByRole("button", { name: "Review order" });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
}

/** What happens every two seconds, and when the customer comes back to the app. */
const readAgain = () =>
  act(async () => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
  });

const sheet = async () => within(await screen.findByRole("dialog"));

it("keeps the result of a sale of everything, with the way to its receipt, until it is dismissed", async () => {
  await review();
  await userEvent.click((await sheet()).getByRole("button", { name: "Sell 10 AAPL" }));
  expect(await (await sheet()).findByText("Filled: 10 × 227.49")).toBeVisible();
  expect(await (await sheet()).findByRole("button", { name: "Receipt" })).toBeEnabled();
  await waitFor(() => expect(knowsNothingHeld).toBe(true));
  await readAgain();
  expect(screen.queryByText(/You hold no AAPL/)).toBeNull();
  expect(screen.queryByText(/You do not have that many shares/)).toBeNull();
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
  expect((await sheet()).getByRole("button", { name: "Sell 10 AAPL" })).toBeEnabled();
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
  expect((await sheet()).getByRole("button", { name: "Sell 10 AAPL" })).toBeDisabled();
});
