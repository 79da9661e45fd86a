import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Position } from "@/api/positions";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { wireInstrument } from "@/test/wire";
import { MarginFacts } from "./MarginFacts";

const margin = {
  ...{ leverage: "10", mark: "1.12163", liquidationPrice: "1.162", level: "86.6" },
  removable: "0.00",
};
/** A short position with a loss. */
const position = {
  ...{ id: "5", symbol: "EURUSD", name: "Euro/US Dollar", market: "Forex", assetClass: "forex" },
  ...{ side: "short", quantity: "20000", available: "20000", averagePrice: "1.10684" },
  multiplier: "1",
  ...{ cost: "2213.68", fee: "0.00", currency: "USD", priceCurrency: "USD", price: "1.12163" },
  ...{ marketValue: "22432.60", profit: "-295.80", profitPercent: "-13.36", todayProfit: null },
  ...{ openedAt: 1_795_190_534_318, updatedAt: 1_795_190_534_318, version: 1, margin },
  ...{ stopLoss: null, takeProfit: null },
} as Position;
const pair = {
  ...wireInstrument({
    ...{ stock_code: "EURUSD", name: "Euro/US Dollar", market: "Forex", source: 2 },
    ...{ currency: "USD", baseCurrency: "EUR", lotSize: "1000" },
  }),
  ...{ change: "0.0002", change_ratio: "0.02", price_nominal: "1.12160" },
  ...{ bid: "1.12155", ask: "1.12163", tickSize: "0.00001", bids: [], asks: [] },
};

beforeEach(async () => {
  installPlatform().answer = (request) => {
    switch (new URL(request.url).pathname) {
      case "/m_ft/stock_detail_ft":
        return envelope(200, { stockInfo: pair, selfSelectStatus: false });
      case "/position/marginPreview":
        return envelope(409, { error: "margin_too_low" });
      default:
        return envelope(404, { error: "url_unknown" });
    }
  };
  await beginSession({ token: "token", user: testUser });
  await renderScreen(<MarginFacts position={position} margin={margin} />, to("trade", { tab: 0 }));
});

afterEach(() => endSession());

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const sheet = async (name: string) => within(await screen.findByRole("dialog", { name }));

it("measures the margin with two decimals, from where half is closed to all that was set aside", async () => {
  const meter = await screen.findByRole("meter", { name: "Margin level" });
  expect(meter).toHaveAttribute("aria-valuetext", "86.60%");
  expect(meter).toHaveAttribute("aria-valuemin", "50");
  expect(meter).toHaveAttribute("aria-valuemax", "100");
  expect(screen.getByText("(half is closed)")).toBeVisible();
});

it("says why a higher leverage is refused, and leads to more margin", async () => {
  await press("Leverage");
  const change = await sheet("Change leverage");
  fireEvent.change(await change.findByRole("slider"), { target: { value: "5" } });
  expect(
    await change.findByText(/still covers the position's loss\. Add margin first\.$/),
  ).toBeVisible();
  expect(change.queryByText("Liquidation price")).toBeNull();
  await userEvent.click(change.getByRole("button", { name: "Add margin" }));
  expect(await sheet("Add margin")).toBeDefined();
  expect(screen.queryByRole("dialog", { name: "Change leverage" })).toBeNull();
});
