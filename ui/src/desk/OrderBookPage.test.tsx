import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { wireDetail, wireInstrument } from "@/test/wire";
// Its code is transformed before the tests: the first one would wait for all of it.
import "./OrderBookPage";

const COIN = {
  ...{
    stock_code: "BTCUSDT",
    name: "Bitcoin",
    market: "Crypto",
    source: 7 as const,
    currency: "USDT",
  },
  ...{ price_nominal: "73406.10", bid: "73404.66", ask: "73409.07", lotSize: "0.00001" },
};
const detail = wireDetail({
  ...COIN,
  bids: [
    { price: "73404.66", size: "0.041" },
    { price: "73404.64", size: "0.040" },
  ],
  asks: [{ price: "73409.07", size: "0.017" }],
});
const ether = { ...COIN, id: "2", stock_code: "ETHUSDT", name: "Ethereum" };

const page = (list: object[]) => ({
  list,
  page: { pageNum: 1, pageSize: 100, total: list.length },
});

let orders: object[];

/** A limit order that waits. */
const order = (own: object) => ({
  ...{ id: "9", orderType: 1, status: 0, version: 1, quantity: "0.1", filledQuantity: "0" },
  ...{ price: "73000.00", avgPrice: null, fee: "0.000000", reason: null, direction: 0 },
  ...{ timeInForce: "day", expireTimestamp: "1795208400000", createTimeTimestamp: "1795190534318" },
  ...{ source: 7, market: "Crypto", currency: "USDT", multiplier: "1", legs: [] },
  ...own,
});

function answer(request: Request): Response {
  switch (new URL(request.url).pathname) {
    case "/m_ft/stock_detail_ft":
      return envelope(200, detail);
    case "/market/trades":
      return envelope(200, [[Date.UTC(2026, 10, 22, 11, 59, 58), "73406.10", "0.3", "buy"]]);
    case "/crypto/quantify_page":
      return envelope(200, page([wireInstrument(COIN), wireInstrument(ether)]));
    case "/position/consignList":
      return envelope(200, page(orders));
    case "/position/me":
      return envelope(200, page([]));
    default:
      return envelope(404, { error: "url_unknown" });
  }
}

const ADDRESS = to("orderBook", { code: "BTCUSDT", name: "Bitcoin", market: "Crypto" });
const open = () => renderScreen(<ScreenPage />, ADDRESS);
const logIn = () => beginSession({ token: "token", user: testUser });

const priceField = () => screen.findByRole("textbox", { name: "Limit price" });
const level = (price: string) =>
  screen.findByRole("button", { name: new RegExp(`Set the limit price to ${price}`) });

beforeEach(() => {
  orders = [];
  installPlatform().answer = answer;
});

afterEach(() => endSession());

it("fills in the price of a pressed level", async () => {
  await logIn();
  await open();
  await userEvent.click(await level("73,404.64"));
  expect(await priceField()).toHaveValue("73404.64");
  expect(screen.getByText("Limit price set to 73,404.64")).toHaveAttribute("role", "status");
  await userEvent.click(await level("73,409.07"));
  expect(await priceField()).toHaveValue("73409.07");
});

it("makes a market order a limit order at the pressed level", async () => {
  await logIn();
  await open();
  await userEvent.click(await screen.findByRole("radio", { name: "Market" }));
  expect(screen.queryByRole("textbox", { name: "Limit price" })).toBeNull();
  await userEvent.click(await level("73,409.07"));
  expect(screen.getByRole("radio", { name: "Limit" })).toBeChecked();
  expect(await priceField()).toHaveValue("73409.07");
});

it("leaves a stop limit order one, and fills in its limit", async () => {
  await logIn();
  await open();
  await userEvent.click(await screen.findByRole("button", { name: "Order type: More" }));
  await userEvent.click(await screen.findByRole("button", { name: /^Stop limit order/ }));
  await userEvent.click(await level("73,409.07"));
  expect(await priceField()).toHaveValue("73409.07");
  expect(screen.getByRole("textbox", { name: "Stop price" })).toHaveValue("");
});

it("reaches a side's levels with one Tab, and those beneath by arrow keys", async () => {
  await open();
  const best = await level("73,404.66");
  expect(best).toHaveAttribute("tabindex", "0");
  best.focus();
  await userEvent.keyboard("{ArrowDown}");
  expect(await level("73,404.64")).toHaveFocus();
});

it("has for a visitor the book and the ticket, and the way to log in", async () => {
  await open();
  await userEvent.click(await level("73,404.64"));
  expect(await priceField()).toHaveValue("73404.64");
  expect(screen.getByRole("button", { name: "Log in to trade" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Log in" }));
  expect(window.location.hash).toContain("/pages/auth/login");
});

it("lists the open orders of the coin, and those of all coins", async () => {
  orders = [
    order({ stock_code: "BTCUSDT", name: "Bitcoin" }),
    order({ id: "10", stock_code: "ETHUSDT", name: "Ethereum", price: "3000.00" }),
    order({ id: "11", stock_code: "AAPL", name: "Apple", market: "UsStock", source: 0 }),
  ];
  await logIn();
  await open();
  expect(await screen.findByRole("tab", { name: "Open orders 1" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  expect(await screen.findByRole("button", { name: /^Cancel .*Bitcoin/ })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Cancel .*Ethereum/ })).toBeNull();
  await userEvent.click(screen.getByRole("radio", { name: "All coins" }));
  expect(await screen.findByRole("button", { name: /^Cancel .*Ethereum/ })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Cancel .*Apple/ })).toBeNull();
  await userEvent.click(screen.getByRole("tab", { name: "Holdings" }));
  expect(await screen.findByText("You hold no coins yet.")).toBeVisible();
});

it("has the trades of the market in a tab", async () => {
  await open();
  await userEvent.click(await screen.findByRole("tab", { name: "Market trades" }));
  const trades = await screen.findByRole("list", { name: "Recent trades" });
  expect(within(trades).getAllByRole("listitem")).toHaveLength(1);
});

it("opens another coin from its title, in place of this one", async () => {
  await open();
  await userEvent.click(await screen.findByRole("button", { name: "BTCUSDT Bitcoin" }));
  await userEvent.type(await screen.findByRole("searchbox"), "eth");
  const row = await screen.findByRole("link", { name: /Ethereum/ });
  expect(screen.queryByRole("link", { name: /Bitcoin/ })).toBeNull();
  await userEvent.click(row);
  await waitFor(() => expect(window.location.hash).toContain("code=ETHUSDT"));
});
