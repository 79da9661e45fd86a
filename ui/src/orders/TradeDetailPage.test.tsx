import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Wire } from "@/api/wire";
import { beginSession, endSession } from "@/session";
import { pageOf, wireLegs, wireOrder } from "@/test/orders";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { wireDetail, wireInstrument } from "@/test/wire";
import TradeDetailPage from "./TradeDetailPage";

const shares: Wire["PositionRow"] = {
  ...{ id: "5", stock_code: "AAPL", name: "Apple", market: "UsStock", source: 0, direction: 0 },
  ...{ positionNum: "10", availableNum: "10", avgPrice: "226.02", multiplier: "1", status: 0 },
  ...{ isolatedPosition: "2260.25", fee: "0.05", currency: "USD", priceCurrency: "USD" },
  ...{ price: "226.00", createTimeTimestamp: "1", modifyTimeTimestamp: "2", version: 1 },
};
const short: Wire["PositionRow"] = {
  ...shares,
  ...{ stock_code: "EURUSD", name: "Euro/US Dollar", market: "Forex", source: 2, direction: 1 },
  ...{ positionNum: "20000", availableNum: "20000", avgPrice: "1.10684" },
  ...{ isolatedPosition: "2213.68", leverage: "10", markPrice: "1.12163", marginLevel: "86.6" },
};

const details = {
  UsStock: { price_nominal: "226.00", bid: "225.98", ask: "226.02" },
  Forex: {
    ...wireInstrument({ stock_code: "EURUSD", market: "Forex", source: 2, baseCurrency: "EUR" }),
    ...{ bid: "1.12155", ask: "1.12163", tickSize: "0.00001" },
  },
};
let working: Wire["NamedOrder"][];
let held: Wire["PositionRow"];
const sent: object[] = [];

beforeEach(async () => {
  working = [];
  sent.length = 0;
  installPlatform().answer = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    switch (pathname) {
      case "/position/me":
        return envelope(200, pageOf([held]));
      case "/position/consignList":
        return envelope(200, pageOf(working));
      case "/m_ft/stock_detail_ft": {
        const market = searchParams.get("market") as keyof typeof details;
        return envelope(200, wireDetail(details[market]));
      }
      case "/position/protect":
        sent.push(await request.clone().json());
        return envelope(200, { id: "5", isolatedPosition: "1", currency: "USD", leverage: "1" });
      default:
        return envelope(404, { error: "url_unknown" });
    }
  };
  await beginSession({ token: "token", user: testUser });
});

afterEach(() => endSession());

/** Opens a position, and its sheet. */
async function protect(position: Wire["PositionRow"], name: string) {
  held = position;
  const { stock_code: code, market } = position;
  await renderScreen(
    <TradeDetailPage id="5" type="holding" {...{ code, market, name: "" }} />,
    "/pages/trade/detail",
  );
  await userEvent.click(await screen.findByRole("button", { name }));
  return within(await screen.findByRole("dialog", { name: "Take-profit and stop-loss" }));
}

it("sets both prices of shares, with the profit or loss that each would take", async () => {
  const sheet = await protect(shares, "Set take-profit or stop-loss");
  await userEvent.type(sheet.getByLabelText("Take-profit"), "240");
  await userEvent.type(sheet.getByLabelText("Stop-loss"), "200");
  expect(await sheet.findByText("About +139.75 USD (+6.18%)")).toBeVisible();
  expect(sheet.getByText("About \u2212260.25 USD (\u221211.51%)")).toBeVisible();
  await userEvent.click(sheet.getByRole("button", { name: "Set prices" }));
  await waitFor(() =>
    expect(sent).toEqual([
      { id: "5", takeProfit: { price: "240" }, stopLoss: { stopPrice: "200" } },
    ]),
  );
});

it("sets a stop-loss with a limit, which has to be typed", async () => {
  const sheet = await protect(shares, "Set take-profit or stop-loss");
  expect(sheet.queryByRole("radio")).toBeNull();
  await userEvent.type(sheet.getByLabelText("Stop-loss"), "200");
  await userEvent.click(sheet.getByRole("radio", { name: "At a limit" }));
  expect(sheet.queryByRole("button", { name: "Set prices" })).toBeNull();
  await userEvent.type(sheet.getByLabelText("Limit"), "199");
  await userEvent.click(sheet.getByRole("button", { name: "Set prices" }));
  await waitFor(() =>
    expect(sent).toEqual([{ id: "5", stopLoss: { stopPrice: "200", price: "199" } }]),
  );
});

it("says on which side of the price a leg has to lie, of shares and of a short position", async () => {
  const sheet = await protect(shares, "Set take-profit or stop-loss");
  await userEvent.type(sheet.getByLabelText("Stop-loss"), "230");
  expect(await sheet.findByText("The stop-loss must be below 225.98.")).toBeVisible();
  await userEvent.type(sheet.getByLabelText("Take-profit"), "220");
  expect(sheet.getByText("The take-profit must be above 225.98.")).toBeVisible();
  expect(sheet.getByRole("button", { name: "Correct the price" })).toBeVisible();
});

it("says so of a pair by its side", async () => {
  const sheet = await protect(short, "Set take-profit or stop-loss");
  const [target, stop] = [sheet.getByLabelText("Take-profit"), sheet.getByLabelText("Stop-loss")];
  expect(stop).toHaveAttribute("placeholder", "Not set");
  await userEvent.type(stop, "1.1");
  await userEvent.type(target, "1.2");
  const rule = "For a short position, the stop-loss must be above 1.12163.";
  expect(await sheet.findByText(rule)).toBeVisible();
  expect(
    sheet.getByText("For a short position, the take-profit must be below 1.12163."),
  ).toBeVisible();
});

it("shows what each leg covers and would take, changes them, and clears them", async () => {
  working = wireLegs.map((leg) => ({ ...leg, quantity: "6" }));
  const stored = { takeProfit: "240", stopLoss: "200" };
  const sheet = await protect({ ...shares, ...stored }, "Change take-profit and stop-loss");
  expect(screen.getAllByText(/Covers 6 of 10$/)).toHaveLength(2);
  // Six of ten shares, which have cost 1,356.15.
  expect(await screen.findByText("About +83.85 USD (+6.18%)")).toBeInTheDocument();
  expect(sheet.getByLabelText("Take-profit")).toHaveValue("240.00");
  expect(sheet.getByRole("button", { name: "Change a price" })).toBeVisible();
  await userEvent.clear(sheet.getByLabelText("Take-profit"));
  await userEvent.clear(sheet.getByLabelText("Stop-loss"));
  await userEvent.click(sheet.getByRole("button", { name: "Clear" }));
  await waitFor(() => expect(sent).toEqual([{ id: "5" }]));
});

it("covers what no other order has set aside, and says so", async () => {
  const sheet = await protect({ ...shares, availableNum: "4" }, "Set take-profit or stop-loss");
  expect(sheet.getByText("Covers 4 of 10. Other orders have set the rest aside.")).toBeVisible();
  await userEvent.type(sheet.getByLabelText("Take-profit"), "240");
  // Four of ten shares, which have cost 904.10.
  expect(await sheet.findByText("About +55.90 USD (+6.18%)")).toBeVisible();
});

it("sets nothing where all is set aside for other orders", async () => {
  working = [wireOrder({ direction: 1 })];
  const sheet = await protect({ ...shares, availableNum: "0" }, "Set take-profit or stop-loss");
  await userEvent.type(sheet.getByLabelText("Take-profit"), "240");
  const reason = "Other orders have set all of it aside. Cancel one first.";
  expect(await sheet.findAllByText(reason)).not.toHaveLength(0);
  await userEvent.click(sheet.getByRole("button", { name: "Set prices" }));
  expect(sent).toEqual([]);
});
