import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { Order } from "@/api/orders";
import { orderOf, stopLossOf } from "@/test/orders";
import { installPlatform } from "@/test/platform";
import { renderScreen } from "@/test/screen";
import { HistoryRow } from "./HistoryRow";

beforeEach(() => {
  installPlatform();
});

const ended = { status: "cancelled" } as const;

it.each<[string, Order, string[]]>([
  [
    "a stop limit that its customer canceled",
    orderOf({
      ...{ ...ended, reason: "cancelled_by_customer" },
      prices: { type: "stopLimit", stopPrice: "220.00", limitPrice: "221.00" },
    }),
    ["Stop limit · 0 of 10", "Canceled"],
  ],
  [
    "a fill or kill",
    orderOf({ ...ended, reason: "fok" }),
    ["Limit · 0 of 10", "Not filled", "Couldn't be filled in full at once"],
  ],
  [
    "an order of which only a part could be filled at once",
    orderOf({ ...ended, reason: "ioc", filled: "4", averagePrice: "180.00" }),
    ["Limit · 4 of 10 at 180.00", "The rest couldn't be filled at once"],
  ],
  [
    "an order that closed a position as its contract ended",
    orderOf({
      ...{ symbol: "CLF27", name: "WTI Crude Oil Jan 2027", market: "Future" },
      ...{ assetClass: "future", side: "sell", position: "long", status: "filled" },
      ...{ reason: "contract_ended", filled: "10", averagePrice: "99.51" },
    }),
    ["Limit · 10 at 99.51", "Closed at settlement: contract ended"],
  ],
  [
    "an order that closed a position for what the opposite one had lost",
    orderOf({
      ...{ symbol: "EURUSD", name: "Euro/US Dollar", market: "Forex", assetClass: "forex" },
      ...{ side: "sell", position: "long", status: "filled", reason: "paid_for_gap" },
      ...{ filled: "10", averagePrice: "1.08" },
    }),
    ["Filled", "Liquidated: your opposite position lost more than its margin"],
  ],
  [
    "an order for a fraction, all of it",
    orderOf({
      status: "filled",
      filled: "0.5597",
      quantity: "0.5597",
      averagePrice: "893.31146463",
    }),
    ["Limit · 0.5597 at 893.311", "Filled"],
  ],
  [
    "a leg whose other one was filled",
    stopLossOf({ ...ended, reason: "take_profit" }),
    ["Stop-loss · 0 of 10", "Canceled: take-profit reached"],
  ],
])("names the type and the end of %s", async (_name, order, texts) => {
  await renderScreen(<HistoryRow order={order} />, "/pages/trade/index");
  const row = await screen.findByRole("link");
  for (const text of texts) expect(row).toHaveTextContent(text);
});

it("calls an order of which a part was filled at once no unfilled one", async () => {
  const order = orderOf({ ...ended, reason: "ioc", filled: "4", averagePrice: "180.00" });
  await renderScreen(<HistoryRow order={order} />, "/pages/trade/index");
  expect(await screen.findByText("Partly filled")).toBeVisible();
});
