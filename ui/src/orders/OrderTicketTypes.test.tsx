import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { HOLD_MS } from "./HoldButton";

const stock = {
  ...{ stock_code: "AAPL", name: "Apple", market: "UsStock", source: 0, currency: "USD" },
  ...{
    price_nominal: "180.05",
    change: "0.00",
    change_ratio: "0.00",
    bid: "180.04",
    ask: "180.06",
  },
  ...{
    lotSize: "1",
    tickSize: "0.01",
    session: "regular",
    stale: false,
    openAroundTheClock: false,
  },
  timeZone: "America/New_York",
  contract: { settlementDays: 1, marketCollar: "5.00" },
};
const cost = {
  ...{ quantity: "10", price: "180.05", notional: "1800.50", fees: [], feeTotal: "0.00" },
  ...{ heldAmount: "1800.50", total: "1800.50", currency: "USD", priceCurrency: "USD" },
  ...{ buyingPower: "9000.00", buyingPowerAfter: "7199.50", error: null },
};
const order = {
  ...{ id: "9", status: 0, version: 1, orderType: 2, quantity: "10", filledQuantity: "0" },
  triggered: false,
  ...{ price: null, stopPrice: "190", avgPrice: null, fee: "0.00", reason: null, legs: [] },
};
const wallet = (walletType: string, availableBalance: string) => ({
  ...{ walletType, currency: "USD", availableBalance, version: 1 },
  ...{ transferableBalance: availableBalance, unsettled: [] },
});
const days = ["2026-12-04", "2026-12-07"].map((date) => ({
  ...{ date, open: "09:30", close: "16:00", breaks: [], halfDay: false },
}));

let refusal: string | null;
let wallets: object[];
let isAlwaysOpen: boolean;
let sent: object[];
let previewed: object[];
let sized: object[];

async function answer(request: Request): Promise<Response> {
  switch (new URL(request.url).pathname) {
    case "/m_ft/stock_detail_ft":
      return envelope(200, {
        stockInfo: { ...stock, openAroundTheClock: isAlwaysOpen },
        selfSelectStatus: false,
      });
    case "/stock/preview":
      previewed.push(await request.json());
      return envelope(200, { ...cost, error: refusal });
    case "/position/getHalfOrFullNum":
      sized.push(await request.json());
      return envelope(200, { quantity: "49" });
    case "/stocka_config/getMinCount":
      return envelope(200, { lotSize: "1", minCount: "1", tickSize: "0.01", extendedHours: true });
    case "/stocka_trading_day/getPageList":
      return envelope(200, {
        list: days,
        page: { pageNum: 1, pageSize: 100, total: 2 },
        holidays: [],
      });
    case "/position/getByStock":
      return envelope(200, { id: "5", positionNum: "30", availableNum: "30" });
    case "/stock/create":
      sent.push(await request.json());
      return envelope(200, order);
    case "/userCenter/getWalletBalance":
      return envelope(200, wallets);
    default:
      return envelope(404, { error: "url_unknown" });
  }
}

const apple = { code: "AAPL", name: "Apple", source: 0, market: "UsStock" } as const;
const open = (direction: 0 | 1 = 0) =>
  renderScreen(<ScreenPage />, to("payStock", { ...apple, direction }));

beforeEach(async () => {
  installPlatform().answer = answer;
  refusal = null;
  isAlwaysOpen = false;
  wallets = [wallet("STOCK", "9000.00")];
  sent = [];
  previewed = [];
  sized = [];
  await beginSession({ token: "token", user: testUser });
});

afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  return endSession();
});

const fill = async (name: string, value: string) => {
  const field = await screen.findByLabelText(name, { selector: "input" });
  await userEvent.clear(field);
  await userEvent.type(field, value);
};
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));
async function choose(sheet: string, name: RegExp): Promise<void> {
  await press(`${sheet}: More`);
  const rows = within(await screen.findByRole("dialog", { name: sheet }));
  await userEvent.click(rows.getByRole("button", { name }));
}
async function review(): Promise<void> {
  const button = await screen.findByRole("button", { name: "Review order" });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
}
const turnOn = async (name: string) => userEvent.click(await screen.findByRole("switch", { name }));

it("offers every type, each in a sentence, and sends a stop order for a day that is chosen", async () => {
  await open();
  await press("Order type: More");
  const rows = within(await screen.findByRole("dialog", { name: "Order type" }));
  const names = rows.getAllByRole("button").map(({ textContent }) => textContent);
  expect(names.filter(Boolean)).toEqual([
    "Limit orderFills at your price or better, and waits until it can.",
    "Market orderFills right away at the best available prices.",
    "Stop orderWaits for the price to reach your stop, then fills at the market.",
    "Stop limit orderWaits for the price to reach your stop, then fills at your limit or better.",
    "Trailing stop orderIts stop follows the price at a distance you set, and never moves back.",
  ]);
  await userEvent.click(rows.getByRole("button", { name: /^Stop order/ }));
  await fill("Stop price", "190");
  expect(
    await screen.findByText(
      "9.95 a share (5.53%) above the current price. Buys at the market once the price rises to 190.00.",
    ),
  ).toBeVisible();
  await fill("Quantity", "10");
  await choose("Good for", /^Until a date/);
  expect(await screen.findByRole("button", { name: "Choose the last day" })).toBeVisible();
  await userEvent.type(screen.getByLabelText("Last day"), "2026-12-05");
  expect(
    await screen.findByText("The market is closed that day. Choose a trading day."),
  ).toBeVisible();
  await userEvent.clear(screen.getByLabelText("Last day"));
  await userEvent.type(screen.getByLabelText("Last day"), "2026-12-07");
  await review();
  const sheet = within(await screen.findByRole("dialog"));
  expect(await sheet.findByText("Stop order")).toBeVisible();
  expect(sheet.getByText("190.00")).toBeVisible();
  expect(sheet.getByText("10 shares")).toBeVisible();
  expect(sheet.getByText(/^What's held covers the highest price/)).toBeVisible();
  expect(sheet.getByText("Until 7 Dec 2026")).toBeVisible();
  await userEvent.click(sheet.getByRole("button", { name: "Buy 10 Apple" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    ...{ stockCode: "AAPL", market: "UsStock", direction: 0, orderType: 2, stopPrice: "190" },
    ...{ quantity: "10", timeInForce: "gtd", expireDate: "2026-12-07" },
  });
});

it("sizes a purchase at a stop, and one that trails, by the price for which money is held", async () => {
  await open();
  await choose("Order type", /^Stop order/);
  expect(screen.queryByRole("button", { name: /^Max/ })).toBeNull();
  await fill("Stop price", "190");
  await press("Max 49 shares");
  expect(screen.getByLabelText("Quantity", { selector: "input" })).toHaveValue("49");
  await press("50%");
  await waitFor(() => expect(sized.at(-1)).toMatchObject({ price: "199.5", size: "half" }));
  await choose("Order type", /^Trailing stop order/);
  await fill("Trail", "5");
  // Five percent above 189.06, where the stop stands at first.
  await waitFor(() => expect(sized.at(-1)).toMatchObject({ price: "198.52", size: "full" }));
  await press("Max 49 shares");
});

it("takes any day as the last where the market never closes", async () => {
  isAlwaysOpen = true;
  await open();
  await choose("Good for", /^Until a date/);
  await userEvent.type(await screen.findByLabelText("Last day"), "2026-12-05");
  expect(await screen.findByText("Ends when trading closes on 5 Dec 2026.")).toBeVisible();
  expect(screen.queryByText(/The market is closed that day/)).toBeNull();
});

it("says that a stop is on the wrong side of the market before the server does", async () => {
  await open(1);
  await choose("Order type", /^Stop order/);
  await fill("Stop price", "185");
  await fill("Quantity", "10");
  expect(
    // Below the bid too, which it would be filled at.
    await screen.findByText("The stop must be below the current price, 180.04."),
  ).toBeVisible();
  expect(await screen.findByRole("button", { name: "Change the price" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await fill("Stop price", "176");
  expect(
    await screen.findByText(
      "4.05 a share (2.25%) below the current price. Sells at the market once the price falls to 176.00.",
    ),
  ).toBeVisible();
  expect(await screen.findByRole("button", { name: "Review order" })).toBeVisible();
  // A sale of what is owned closes, and has no legs.
  expect(screen.queryByRole("button", { name: "Take-profit / stop-loss" })).toBeNull();
});

it("says where a trailing stop would stand now, in percent and in money", async () => {
  await open(1);
  await choose("Order type", /^Trailing stop order/);
  await fill("Trail", "1");
  expect(
    await screen.findByText(/^The stop would be at 178\.24 now, 1\.81 a share \(1\.01%\) below/),
  ).toBeVisible();
  await userEvent.click(screen.getByRole("radio", { name: "USD" }));
  await fill("Trail", "2.5");
  expect(await screen.findByText(/^The stop would be at 177\.55 now/)).toBeVisible();
  await fill("Quantity", "10");
  await waitFor(() => expect(previewed.at(-1)).toMatchObject({ orderType: 4, trailAmount: "2.5" }));
  expect(previewed.at(-1)).not.toHaveProperty("trailPercent");
});

it.each([
  ["stop_price_side", "The market has already reached this stop price.", "Change the price"],
  ["stop_tick_size", "The stop price doesn't match the tick size.", "Change the price"],
  ["time_in_force_invalid", /can't use that time in force/, "Not available now"],
])("shows the server's %s under its field", async (error, text, reason) => {
  refusal = error;
  await open();
  await choose("Order type", /^Stop order/);
  await fill("Stop price", "190");
  await fill("Quantity", "10");
  expect(await screen.findByRole("alert")).toHaveTextContent(text);
  expect(screen.getAllByText(text)).toHaveLength(1);
  expect(screen.getByRole("button", { name: reason })).toBeVisible();
});

describe("the legs of an order that opens", () => {
  it("are prices with what each would bring, and are sent with it", async () => {
    await open();
    await fill("Limit price", "180");
    await fill("Quantity", "10");
    await press("Take-profit / stop-loss");
    await turnOn("Take-profit");
    await fill("Take-profit price", "189");
    expect(await screen.findByText("+90.00")).toBeVisible();
    expect(screen.getByText("+5.00% from the entry at 180.00")).toBeVisible();
    await turnOn("Stop-loss");
    await fill("Stop-loss price", "181");
    expect(
      await screen.findByText("Must be below the expected entry price, 180.00."),
    ).toBeVisible();
    await fill("Stop-loss price", "171");
    expect(await screen.findByText("\u221290.00")).toBeVisible();
    await turnOn("With a limit price");
    await fill("Stop-loss limit", "170");
    await review();
    const sheet = within(await screen.findByRole("dialog"));
    expect(await sheet.findByText("171.00 · limit 170.00", { exact: false })).toBeVisible();
    await userEvent.click(sheet.getByRole("button", { name: "Buy 10 Apple" }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      ...{ stockCode: "AAPL", market: "UsStock", direction: 0, orderType: 1, price: "180" },
      ...{ quantity: "10", timeInForce: "day", takeProfit: { price: "189" } },
      stopLoss: { stopPrice: "171", price: "170" },
    });
  });

  it("can be percentages of the entry", async () => {
    await open();
    await fill("Limit price", "180");
    await fill("Quantity", "10");
    await press("Take-profit / stop-loss");
    await userEvent.click(screen.getByRole("radio", { name: "Percent" }));
    await turnOn("Stop-loss");
    expect(await screen.findByRole("button", { name: "Enter a price" })).toBeVisible();
    await fill("Loss", "2.5");
    expect(await screen.findByText("At 175.50, from the entry at 180.00")).toBeVisible();
    await waitFor(() =>
      expect(previewed.at(-1)).toMatchObject({ stopLoss: { stopPrice: "175.5" } }),
    );
  });
});

it("fills outside regular hours too where the customer asks for it", async () => {
  await open();
  await fill("Quantity", "10");
  await turnOn("Extended hours");
  await waitFor(() => expect(previewed.at(-1)).toMatchObject({ extendedHours: true }));
  await choose("Good for", /^All at once/);
  await waitFor(() => expect(previewed.at(-1)).toMatchObject({ timeInForce: "fok" }));
  expect(previewed.at(-1)).not.toHaveProperty("extendedHours");
  expect(screen.queryByRole("switch", { name: "Extended hours" })).toBeNull();
});

it("finds the order as it was, after money was fetched from another account", async () => {
  refusal = "insufficient_funds";
  wallets = [wallet("BALANCE", "0.00"), wallet("FOREX", "700.00"), wallet("STOCK", "5.00")];
  await open();
  await choose("Order type", /^Stop limit order/);
  await fill("Stop price", "190");
  await fill("Limit price", "191");
  await fill("Quantity", "10");
  const link = await screen.findByRole("link", { name: "Transfer money in" });
  const [, search = ""] = link.getAttribute("href")?.split("?") ?? [];
  const asked = new URLSearchParams(search);
  expect([asked.get("from"), asked.get("to")]).toEqual(["FOREX", "STOCK"]);
  expect(asked.get("back")).toBe(to("payStock", { ...apple, direction: 0 }));
  cleanup();
  await open();
  expect(await screen.findByLabelText("Stop price", { selector: "input" })).toHaveValue("190");
  expect(screen.getByLabelText("Limit price", { selector: "input" })).toHaveValue("191");
  expect(screen.getByLabelText("Quantity", { selector: "input" })).toHaveValue("10");
  cleanup();
  // Another side is another order.
  await open(1);
  expect(await screen.findByLabelText("Quantity", { selector: "input" })).toHaveValue("");
});

it("leads to a deposit where no account has money", async () => {
  wallets = [wallet("BALANCE", "0.00"), wallet("STOCK", "0.00")];
  await open();
  const link = await screen.findByRole("link", { name: "Deposit money" });
  expect(link).toHaveAttribute("href", expect.stringContaining(to("deposit")));
});

it("forgets an order that was sent", async () => {
  await open();
  await fill("Quantity", "10");
  await review();
  await press("Buy 10 Apple");
  await waitFor(() => expect(sent).toHaveLength(1));
  cleanup();
  await open();
  expect(await screen.findByLabelText("Quantity", { selector: "input" })).toHaveValue("");
});

it("places an order only once its button was held, if the customer has set it so", async () => {
  await renderScreen(<ScreenPage />, to("settings"));
  await turnOn("Hold to confirm");
  cleanup();
  await open();
  await fill("Quantity", "10");
  await review();
  const button = await screen.findByRole("button", { name: /^Buy 10 Apple/ });
  await userEvent.click(button);
  expect(sent).toHaveLength(0);
  await userEvent.pointer({ keys: "[MouseLeft>]", target: button });
  await new Promise((resolve) => setTimeout(resolve, HOLD_MS + 100));
  await waitFor(() => expect(sent).toHaveLength(1));
});
