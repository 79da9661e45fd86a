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

const stock = {
  stock_code: "AAPL",
  name: "Apple",
  market: "UsStock",
  source: 0,
  price_nominal: "180.05",
  change: "0.00",
  change_ratio: "0.00",
  bid: "180.04",
  ask: "180.06",
  currency: "USD",
  lotSize: "1",
  tickSize: "0.01",
  session: "regular",
  stale: false,
  openAroundTheClock: false,
};

const cost = {
  quantity: "10",
  price: "180.05",
  notional: "1800.50",
  fees: [],
  feeTotal: "0.00",
  heldAmount: "1800.50",
  total: "1800.50",
  currency: "USD",
  buyingPower: "9000.00",
  buyingPowerAfter: "7199.50",
  error: null,
};

const order = {
  id: "9",
  orderType: 1,
  status: 0,
  version: 1,
  quantity: "10",
  filledQuantity: "0",
  price: "180.05",
  avgPrice: null,
  fee: "0.00",
  reason: null,
};

const terms = {
  direction: 0,
  orderType: 1,
  timeInForce: "day",
  createTimeTimestamp: "1795190534318",
};
// 16:00 in New York.
const dayEnds = "1795208400000";

const lost = (): Response => {
  throw new TypeError("Failed to fetch");
};

let host: FakePlatform;
let detail: object;
let held: string;
let shown: object;
let preview: (order: { quantity?: string; amount?: string; price?: string }) => Response;
let sized: object[];
let place: () => Response;
let sent: { key: string | null; body: unknown }[];

async function answer(request: Request): Promise<Response> {
  switch (new URL(request.url).pathname) {
    case "/m_ft/stock_detail_ft":
      return envelope(200, { stockInfo: shown, selfSelectStatus: false });
    case "/stock/preview":
    case "/hk/preview":
      return preview(await request.json());
    case "/position/getHalfOrFullNum": {
      const asked = await request.json();
      sized.push(asked);
      return envelope(200, { quantity: asked.size === "full" ? "49" : "12" });
    }
    case "/position/getByStock":
      return envelope(200, { id: "5", positionNum: "30", availableNum: held });
    case "/stock/create":
      sent.push({ key: request.headers.get("Idempotency-Key"), body: await request.json() });
      return place();
    case "/userCenter/getWalletBalance":
      return envelope(200, [
        {
          ...{ walletType: "STOCK", currency: "USD", availableBalance: "9000.00", version: 1 },
          ...{ transferableBalance: "9000.00", unsettled: [] },
        },
      ]);
    case "/orders/detail":
      return envelope(200, { ...stock, ...order, ...terms, ...detail });
    default:
      return envelope(404, { error: "url_unknown" });
  }
}

const apple = { code: "AAPL", name: "Apple", source: 0 as 0 | 11, market: "UsStock" };
const open = (of = apple) => renderScreen(<ScreenPage />, to("payStock", { ...of, direction: 0 }));

beforeEach(async () => {
  host = installPlatform();
  host.answer = answer;
  shown = stock;
  preview = () => envelope(200, cost);
  place = () => envelope(200, order);
  detail = { expireTimestamp: dayEnds, fills: [] };
  held = "25";
  sent = [];
  sized = [];
  await beginSession({ token: "token", user: testUser });
});

afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
  localStorage.clear();
  return endSession();
});

it("shows an order without an answer on the next ticket, whatever the price is by then, and repeats it as it was", async () => {
  await open();
  await userEvent.type(await screen.findByLabelText(/^Quantity/), "10");
  const review = screen.getByRole("button", { name: "Review order" });
  await waitFor(() => expect(review).toBeEnabled());
  await userEvent.click(review);
  place = lost;
  const sheet = within(await screen.findByRole("dialog"));
  await userEvent.click(sheet.getByRole("button", { name: "Buy 10 Apple" }));
  expect(await sheet.findByText("No response received")).toBeVisible();
  cleanup();

  shown = { ...stock, price_nominal: "181.00" };
  place = () => envelope(200, order);
  await open();
  expect(await screen.findByLabelText(/^Limit price/)).toHaveValue("181.00");
  expect(
    await screen.findByText(/^Buy 10 Apple \(AAPL\) at 180\.05, .*: no response yet$/),
  ).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Check status" }));
  expect(await screen.findByText(/: Accepted\. Your order is waiting at 180\.05\.$/)).toBeVisible();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
});

it("does not call a market closed whose prices do not come in", async () => {
  shown = { ...stock, stale: true };
  await open();
  expect(await screen.findByText(/^Live prices are unavailable/)).toBeVisible();
  expect(screen.queryByText(/The market is closed/)).toBeNull();
});

it("says that the cost could not be read, and nothing of a refusal, while the server is overloaded", async () => {
  preview = () => envelope(503, { error: "overloaded" });
  await open();
  await userEvent.type(await screen.findByLabelText(/^Quantity/), "10");
  expect(await screen.findByText(/couldn't be calculated yet/)).toBeVisible();
  expect(screen.queryByText(/The order was refused/)).toBeNull();
});

it("knows what there is to spend from the wallets that every screen shows", async () => {
  await open();
  expect(await screen.findByText("9,000.00 USD")).toBeVisible();
});

const field = (name: RegExp) => screen.findByLabelText(name);
async function press(name: string | RegExp): Promise<void> {
  await waitFor(() => expect(screen.getByRole("button", { name })).toBeEnabled());
  await userEvent.click(screen.getByRole("button", { name }));
}

it("says the most that can be bought at the limit, and fills it in", async () => {
  await open();
  await press("Max 49 shares");
  expect(await field(/^Quantity/)).toHaveValue("49");
  expect(sized.at(-1)).toMatchObject({ direction: 0, price: "180.05", size: "full" });
  await press("25%");
  await waitFor(async () => expect(await field(/^Quantity/)).toHaveValue("12"));
});

it("says what is free to sell, which is less than what is held", async () => {
  await open();
  await userEvent.click(await screen.findByRole("radio", { name: "Sell" }));
  await press("Max 25 shares");
  expect(await field(/^Quantity/)).toHaveValue("25");
});

it("takes the bid, the last price or the ask as the limit when it is pressed", async () => {
  await open();
  await press(/^Ask/);
  expect(await field(/^Limit price/)).toHaveValue("180.06");
  await press(/^Bid/);
  expect(await field(/^Limit price/)).toHaveValue("180.04");
  await press(/^Last/);
  expect(await field(/^Limit price/)).toHaveValue("180.05");
});

/** The cost of the shares that an amount buys, with a fee of a cent. */
const costOf = ({ amount = "0", price = "180.06" }: { amount?: string; price?: string }) => {
  const bought = Math.floor((Number(amount) - 0.01) / Number(price));
  const value = (bought * Number(price)).toFixed(2);
  const total = (Number(value) + 0.01).toFixed(2);
  const quantity = String(bought);
  return envelope(200, { ...cost, quantity, price, notional: value, feeTotal: "0.01", total });
};

async function spend(amount: string): Promise<void> {
  await userEvent.click(await screen.findByRole("radio", { name: "USD" }));
  await userEvent.type(await field(/^Amount/), amount);
}

it("buys for an amount: the shares that the server gets for it, and what is left of it", async () => {
  preview = costOf;
  await open();
  await spend("1000");
  expect(await screen.findByText("Buys 5 shares, leaving 99.74 USD after fees")).toBeVisible();
  await press("Review order");
  const sheet = within(await screen.findByRole("dialog"));
  expect(await sheet.findByText("1,000.00 USD")).toBeVisible();
  await press("Buy Apple for 1,000.00 USD");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({
    ...{ stockCode: "AAPL", market: "UsStock", direction: 0, orderType: 1, timeInForce: "day" },
    ...{ amount: "1000", price: "180.05" },
  });
});

it("names a purchase for an amount without an answer by its amount", async () => {
  preview = costOf;
  await open();
  await spend("1000");
  await press("Review order");
  place = lost;
  await press("Buy Apple for 1,000.00 USD");
  expect(await screen.findByText("No response received")).toBeVisible();
  cleanup();
  await open();
  expect(
    await screen.findByText(/^Buy Apple \(AAPL\) for 1,000\.00 at 180\.05, .*: no response yet$/),
  ).toBeVisible();
});

it("lets a size that is answered during the review change nothing", async () => {
  await open();
  let answered: (reply: Response) => void = () => undefined;
  host.answer = async (request) => {
    const asked = request.url.endsWith("getHalfOrFullNum") ? await request.clone().json() : null;
    if (asked?.size !== "25") return answer(request);
    return new Promise((resolve) => {
      answered = resolve;
    });
  };
  await press("Max 49 shares");
  await press("25%");
  await press("Review order");
  expect(await screen.findByRole("button", { name: "Buy 49 Apple" })).toBeVisible();
  await act(async () => answered(envelope(200, { quantity: "12" })));
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await field(/^Quantity/)).toHaveValue("49");
});

it("says that an amount is too small, in lots where there are lots", async () => {
  preview = () => envelope(422, { error: "order_value_too_small" });
  await open();
  await spend("180.04");
  const refusal = await screen.findByText(/^Below the minimum order value/, { ignore: ".sr-only" });
  expect(refusal).toBeVisible();
  expect(screen.getByRole("button", { name: "Enter a larger amount" })).toBeVisible();
  cleanup();

  const tencent = { stock_code: "00700", name: "Tencent", market: "HK", source: 11 };
  shown = { ...stock, ...tencent, currency: "HKD", lotSize: "100" };
  await open({ code: "00700", name: "Tencent", source: 11, market: "HK" });
  await userEvent.click(await screen.findByRole("radio", { name: "HKD" }));
  await userEvent.type(await field(/^Amount/), "180.04");
  expect(await screen.findByText("Not enough for 100 Tencent at 180.05 plus fees.")).toBeVisible();
});

it("goes by shares where it sells", async () => {
  await open();
  await spend("1000");
  await userEvent.click(screen.getByRole("radio", { name: "Sell" }));
  expect(screen.queryByLabelText(/^Amount/)).toBeNull();
  expect(await field(/^Quantity/)).toHaveValue("");
});

describe("the limit that the ticket proposes", () => {
  const tick = async (last: string) => {
    shown = { ...stock, price_nominal: last };
    await act(async () => {
      focusManager.setFocused(false);
      focusManager.setFocused(true);
    });
    await screen.findByText(last);
  };

  it("follows the market as long as nobody has touched it", async () => {
    await open();
    expect(await field(/^Limit price/)).toHaveValue("180.05");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10_000 });
    await tick("182.00");
    await waitFor(async () => expect(await field(/^Limit price/)).toHaveValue("182.00"), {
      timeout: 5_000,
    });
  });

  it("is the customer's once they have changed it", async () => {
    await open();
    await press("Raise by 0.01");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10_000 });
    await tick("182.00");
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await field(/^Limit price/)).toHaveValue("180.06");
  });
});

/** Reviews ten shares and sends the order. */
async function buyTen(): Promise<void> {
  await userEvent.type(await field(/^Quantity/), "10");
  await press("Review order");
  await press("Buy 10 Apple");
}

const factOf = async (name: string | RegExp) => {
  const dialog = within(screen.getByRole("dialog"));
  return (await dialog.findByText(name)).closest("div")?.querySelector("dd")?.textContent;
};

it("says what was bought, for how much in all, and what is held by now", async () => {
  const filled = { status: 1, filledQuantity: "10", avgPrice: "180.055", fee: "0.03", version: 2 };
  place = () => envelope(200, { ...order, ...filled });
  const fill = { ...stock, direction: 0, currency: "USD", createTimeTimestamp: "1795190534318" };
  detail = {
    ...filled,
    fills: [
      { ...fill, id: "1", quantity: "5", price: "180.05", amount: "900.25", fee: "0.02" },
      { ...fill, id: "2", quantity: "5", price: "180.06", amount: "900.30", fee: "0.01" },
    ],
  };
  await open();
  await buyTen();
  expect(await screen.findByRole("heading", { name: "Bought 10 Apple (AAPL)" })).toBeVisible();
  expect(await factOf("Average price")).toBe("180.055");
  expect(await factOf("Total paid, fees included")).toBe("1,800.58 USD");
  await waitFor(async () => expect(await factOf("You now hold")).toBe("30 shares"));
});

it("says until when an order of the day rests, on the exchange's clock", async () => {
  await open();
  await buyTen();
  expect(await factOf("Good for")).toBe("Until 20 Nov 2026, 16:00 ET");
});

it("says that an order rests until it is canceled", async () => {
  detail = { expireTimestamp: null, timeInForce: "gtc", fills: [] };
  await open();
  await userEvent.click(await screen.findByRole("radio", { name: "Until canceled" }));
  await buyTen();
  expect(await factOf("Good for")).toBe("Until canceled");
});

describe("the system's notices of fills", () => {
  it("are offered with an order that waits, and asked for at a press", async () => {
    host.noticePermission = async () => "ask";
    const ask = vi.fn(async () => "granted" as const);
    host.askForNotices = ask;
    await open();
    await buyTen();
    const offer = await screen.findByRole("button", { name: "Notify me of fills" });
    expect(ask).not.toHaveBeenCalled();
    await userEvent.click(offer);
    expect(ask).toHaveBeenCalledOnce();
    expect(
      await screen.findByText("This device will notify you when an order fills."),
    ).toBeVisible();
  });

  it("are not offered where the customer has answered already", async () => {
    host.noticePermission = async () => "denied";
    await open();
    await buyTen();
    expect(await factOf("Good for")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Notify me of fills" })).toBeNull();
  });
});

it.each([
  ["insufficient_funds", "More than is available"],
  ["session_closed", "Market closed"],
  ["price_band", "Change the price"],
  ["lot_size", "Change the quantity"],
  ["too_many_open_orders", "Not available now"],
])("cannot be reviewed while %s is foreseen, and the button says why", async (error, reason) => {
  preview = () => envelope(200, { ...cost, error });
  await open();
  await userEvent.type(await field(/^Quantity/), "10");
  const button = await screen.findByRole("button", { name: reason });
  expect(button).toHaveAttribute("aria-disabled", "true");
  await userEvent.click(button);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("says once, under the field, that a quantity is no whole number of lots", async () => {
  shown = { ...shown, lotSize: "100" };
  preview = () => envelope(200, { ...cost, error: "lot_size" });
  await open();
  await userEvent.type(await field(/^Quantity/), "250");
  expect(await screen.findByText("Enter whole lots of 100: 200 or 300.")).toBeVisible();
  expect(screen.getByRole("button", { name: "25%" })).toBeDisabled();
});

it("empties the ticket behind the result", async () => {
  await open();
  await userEvent.type(await field(/^Quantity/), "10");
  await press("Review order");
  await userEvent.click(await screen.findByRole("button", { name: "Buy 10 Apple" }));
  expect(await screen.findByText("Accepted. Your order is waiting at 180.05.")).toBeVisible();
  expect(screen.getByLabelText(/^Quantity/)).toHaveValue("");
});

it("asks about an order without an answer before another of the same side, though the price has moved", async () => {
  await open();
  place = lost;
  await buyTen();
  expect(await screen.findByText("No response received")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await press("Raise by 0.01");
  await press("Review order");
  const sheet = within(await screen.findByRole("dialog", { name: "Buy 10 Apple" }));
  expect(await sheet.findByText("Limit 180.05")).toBeVisible();
  await userEvent.click(sheet.getByRole("button", { name: "Check status" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual(sent[0]);
  await userEvent.click(await sheet.findByRole("button", { name: "Place as a new order" }));
  expect(await sheet.findByText("Limit 180.06")).toBeVisible();
});
