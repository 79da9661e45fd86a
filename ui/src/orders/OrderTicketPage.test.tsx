import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
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
  status: 0,
  version: 1,
  quantity: "10",
  filledQuantity: "0",
  price: "180.05",
  avgPrice: null,
  fee: "0.00",
  reason: null,
};

let shown: object;
let preview: () => Response;
let place: () => Response;
let sent: { key: string | null; body: unknown }[];

async function answer(request: Request): Promise<Response> {
  switch (new URL(request.url).pathname) {
    case "/m_ft/stock_detail_ft":
      return envelope(200, { stockInfo: shown, selfSelectStatus: false });
    case "/stock/preview":
      return preview();
    case "/stock/create":
      sent.push({ key: request.headers.get("Idempotency-Key"), body: await request.json() });
      return place();
    case "/userCenter/getWalletBalance":
      return envelope(200, [
        { walletType: "STOCK", currency: "USD", availableBalance: "9000.00", version: 1 },
      ]);
    case "/orders/detail":
      return envelope(200, { ...order, ...stock, fills: [] });
    default:
      return envelope(404, { error: "url_unknown" });
  }
}

const open = () =>
  renderScreen(
    <ScreenPage />,
    to("payStock", { code: "AAPL", name: "Apple", source: 0, market: "UsStock", direction: 0 }),
  );

beforeEach(async () => {
  const host = installPlatform();
  host.answer = answer;
  shown = stock;
  preview = () => envelope(200, cost);
  place = () => envelope(200, order);
  sent = [];
  await beginSession({ token: "token", user: testUser });
});

afterEach(() => endSession());

it("shows an order without an answer on the next ticket, whatever the price is by then, and repeats it as it was", async () => {
  await open();
  await userEvent.type(await screen.findByLabelText(/^Quantity/), "10");
  const review = screen.getByRole("button", { name: "Review order" });
  await waitFor(() => expect(review).toBeEnabled());
  await userEvent.click(review);
  place = () => {
    throw new TypeError("Failed to fetch");
  };
  const sheet = within(await screen.findByRole("dialog"));
  await userEvent.click(sheet.getByRole("button", { name: "Buy 10 AAPL" }));
  expect(await sheet.findByText("No answer arrived")).toBeVisible();
  cleanup();

  shown = { ...stock, price_nominal: "181.00" };
  place = () => envelope(200, order);
  await open();
  expect(await screen.findByLabelText(/^Limit price/)).toHaveValue("181.00");
  expect(await screen.findByText(/^Buy 10 AAPL at 180\.05, .*: no answer yet$/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Find out" }));
  expect(await screen.findByText(/: Accepted\. The order rests at 180\.05\.$/)).toBeVisible();
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
});

it("does not call a market closed whose prices do not come in", async () => {
  shown = { ...stock, stale: true };
  await open();
  expect(await screen.findByText(/^Live prices are not coming in/)).toBeVisible();
  expect(screen.queryByText(/The market is closed/)).toBeNull();
});

it("says that the cost could not be read, and nothing of a refusal, while the server is overloaded", async () => {
  preview = () => envelope(503, { error: "overloaded" });
  await open();
  await userEvent.type(await screen.findByLabelText(/^Quantity/), "10");
  expect(await screen.findByText(/could not be worked out yet/)).toBeVisible();
  expect(screen.queryByText(/The order was refused/)).toBeNull();
});

it("knows what there is to spend from the wallets that every screen shows", async () => {
  await open();
  expect(await screen.findByText("9,000.00")).toBeVisible();
});
