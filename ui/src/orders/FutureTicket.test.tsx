import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { wireDetail } from "@/test/wire";
// Its code is transformed before the tests: the first one would wait for all of it.
import "./OrderTicketPage";

const detail = wireDetail({
  ...{ stock_code: "ESZ26", name: "E-mini S&P 500 Dec 2026", market: "Future", source: 3 },
  ...{ price_nominal: "7572.75", bid: "7572.50", ask: "7572.75", tickSize: "0.25" },
  ...{ lastTradeDate: "2026-12-18", multiplier: "50", cashSettled: true },
  ...({ lastOpenDate: "2026-12-17" } as object),
});
const cost = {
  ...{ quantity: "2", price: "7572.75", notional: "757275.00", feeTotal: "4.50" },
  fees: [{ name: "commission", amount: "4.50", rule: "2.25 USD a contract and side" }],
  ...{ heldAmount: "0.00", total: "40004.50", currency: "USD", priceCurrency: "USD" },
  ...{ buyingPower: "52310.00", buyingPowerAfter: "12305.50" },
  margin: { isolatedPosition: "40000.00", maintenanceMargin: "36000.00" },
};
const order = {
  ...{ id: "9", orderType: 0, status: 1, version: 1, quantity: "2", filledQuantity: "2" },
  ...{ avgPrice: "7572.75", fee: "4.50", reason: null, triggered: false, legs: [] },
};

let refused: string | null;
let estimated: string;
let priced: object;
let sent: Record<string, unknown>[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 28, 12) });
  refused = null;
  estimated = cost.price;
  priced = {};
  sent = [];
  installPlatform("token").answer = async (request) => {
    switch (new URL(request.url).pathname) {
      case "/m_ft/stock_detail_ft":
        return envelope(200, { ...detail, stockInfo: { ...detail.stockInfo, ...priced } });
      case "/position/me":
        return envelope(200, { list: [], page: { pageNum: 1, pageSize: 100, total: 0 } });
      case "/gold/preview":
        return envelope(200, { ...cost, price: estimated, error: refused });
      case "/gold/create":
        sent.push(await request.json());
        return envelope(200, order);
      case "/position/getHalfOrFullNum":
        return envelope(200, { quantity: "2" });
      default:
        return envelope(404, { error: "url_unknown" });
    }
  };
  await beginSession({ token: "token", user: testUser });
});

afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
  localStorage.clear();
  return endSession();
});

/** A first screen reads its texts, which takes a busy machine seconds. */
const PATIENT = { timeout: 10_000 };

const TICKET = to("payFuture", {
  ...{ code: "ESZ26", name: "E-mini S&P 500 Dec 2026", market: "Future", source: 3, direction: 0 },
});

async function open() {
  await renderScreen(<ScreenPage />, TICKET);
  await userEvent.click(await screen.findByRole("radio", { name: "Market" }, PATIENT));
  await userEvent.type(screen.getByLabelText(/^Quantity/), "2");
}

const lineOf = (label: string) =>
  screen.getByText(label).closest("div")?.querySelector("dd")?.textContent;

it("says what a contract is worth, what is set aside and left, and until when it trades", async () => {
  await open();
  expect(await screen.findByText("Contract value")).toBeVisible();
  expect(lineOf("Contract value")).toBe("757,275.00 USD");
  expect(screen.getByText("2 × 7,572.75 × 50")).toBeVisible();
  expect(lineOf("Multiplier")).toBe("1 point = 50 USD");
  expect(lineOf("Last trading day")).toBe("18 Dec 202620 days left");
  expect(lineOf("Closing only from")).toBe("17 Dec 2026");
  expect(lineOf("Initial margin")).toBe("40,000.00 USD");
  expect(lineOf("Commission")).toBe("4.50 USD");
  expect(lineOf("Maintenance margin")).toBe("36,000.00 USD");
  expect(lineOf("Set aside")).toBe("40,004.50 USD");
  expect(lineOf("Buying power after")).toBe("12,305.50 USD");
  expect(screen.queryByText("Leverage")).toBeNull();
  expect(await screen.findByRole("button", { name: "Max 2 contracts" })).toBeVisible();
});

it("tells a market order with the price of the estimate, and not with a newer quote", async () => {
  estimated = "7572.50";
  await open();
  expect(await screen.findByText("2 × 7,572.50 × 50")).toBeVisible();
  // What was heard is not said anew with each price.
  const [told] = await screen.findAllByText(/^Fills right away/);
  expect(told).toHaveTextContent("now 7,572.50.");
});

it("begins with a limit in the decimals of the contract", async () => {
  priced = {
    tickSize: "0.1",
    bid: "4305.2",
    ask: "4305.4",
    price_nominal: "4305.3",
    priceDigits: 1,
  };
  await renderScreen(<ScreenPage />, TICKET);
  expect(await screen.findByLabelText("Limit price", {}, PATIENT)).toHaveValue("4305.3");
});

it("sends whole contracts without leverage, and says how many were filled", async () => {
  await open();
  const review = screen.getByRole("button", { name: "Review order" });
  await waitFor(() => expect(review).toBeEnabled());
  await userEvent.click(review);
  const sheet = within(await screen.findByRole("dialog"));
  expect(sheet.getByText("2 contracts")).toBeVisible();
  await userEvent.click(sheet.getByRole("button", { name: /^Long 2 E-mini/ }));
  expect(await screen.findByText(/^Filled: 2 × 7,572\.75/)).toBeVisible();
  expect(sent).toEqual([
    { stockCode: "ESZ26", market: "Future", direction: 0, orderType: 0, quantity: "2" },
  ]);
});

it("says on the button that a contract is ending", async () => {
  refused = "contract_ending";
  await open();
  expect(await screen.findByRole("button", { name: "Closing only" })).toBeVisible();
  // Once to read and once to hear.
  expect(screen.getAllByText(/^This contract can only be closed now/)).toHaveLength(2);
});
