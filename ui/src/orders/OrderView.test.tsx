import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Wire } from "@/api/wire";
import { beginSession, endSession } from "@/session";
import { GROUP, pageOf, wireLegs, wireOrder } from "@/test/orders";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { OrderView } from "./OrderView";

let orders: Wire["NamedOrder"][];
/** Those that can still be filled. */
let listed: Wire["NamedOrder"][];

beforeEach(async () => {
  listed = [];
  installPlatform().answer = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/position/consignList") {
      return envelope(200, pageOf(listed));
    }
    if (pathname !== "/orders/detail") return envelope(404, { error: "url_unknown" });
    const { id } = await request.clone().json();
    const found = orders.find((order) => order.id === id);
    return found ? envelope(200, { ...found, fills: [] }) : envelope(404, { error: "x" });
  };
  await beginSession({ token: "token", user: testUser });
});

afterEach(() => endSession());

const open = (id: string) => renderScreen(<OrderView id={id} />, "/pages/trade/detail");
const factOf = async (name: string) =>
  (await screen.findByText(name, { selector: "dt" })).nextElementSibling?.textContent;

it("says of a trailing stop where it stands, how far behind, and until when", async () => {
  orders = [
    wireOrder({
      ...{ direction: 1, orderType: 4, price: null, stopPrice: "219.00", trailPrice: "221.40" },
      ...{ trailPercent: "1.50", timeInForce: "gtd", expireTimestamp: "1797627600000" },
    }),
  ];
  await open("7");
  expect(await factOf("Order type")).toBe("Trailing stop");
  expect(await factOf("Stop now")).toBe("221.40");
  expect(await factOf("Distance")).toBe("1.5%");
  expect(await factOf("Good for")).toBe("Until 18 Dec 2026, 16:00 ET");
});

it("says when a stop limit was triggered, and keeps the names of an order folded", async () => {
  orders = [
    wireOrder({
      ...{ orderType: 3, stopPrice: "220.00", price: "221.00", clientOrderId: "robot-7" },
      ...{ triggered: true, triggeredTimestamp: "1795190534318", extendedHours: false },
    }),
  ];
  await open("7");
  expect(await factOf("Order type")).toBe("Stop limit");
  expect(await factOf("Stop")).toBe("220.00");
  expect(await factOf("Limit price")).toBe("221.00");
  expect(await factOf("Triggered")).toBe("20 Nov 2026, 11:02:14 ET");
  expect(screen.getByText("robot-7")).not.toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "More" }));
  expect(screen.getByText("robot-7")).toBeVisible();
});

it("says when an order ended, which can no longer be changed, and leads to its chart", async () => {
  orders = [wireOrder({ status: 2, reason: "cancelled_by_customer" })];
  await open("7");
  expect(await factOf("Ended")).toBe("20 Nov 2026, 11:02:14 ET");
  expect(await factOf("Fees")).toBe("0.00 USD");
  expect(screen.queryByRole("button", { name: "Cancel order" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Quote and chart" }));
  expect(window.location.hash).toMatch(/^#\/pages\/quote\/stock\?code=AAPL/);
});

it("says the leverage of an order that opens a position on margin", async () => {
  const euro = { stock_code: "EURUSD", market: "Forex", source: 2 as const, leverage: "20" };
  orders = [wireOrder({ ...euro, price: "1.10000" })];
  await open("7");
  expect(await factOf("Leverage")).toBe("20 : 1");
  expect(screen.getByRole("button", { name: "Modify order" })).toBeVisible();
});

it("leads from a leg to its entry and to the other leg", async () => {
  orders = [wireOrder({ ...GROUP, status: 3, filledQuantity: "4" }), ...wireLegs];
  listed = orders;
  await open("9");
  const entry = await screen.findByRole("link", { name: /^Entry 180\.00/ });
  expect(entry.getAttribute("href")).toContain("id=7");
  expect(entry).toHaveTextContent("Limit · Until canceled");
  expect(await screen.findByRole("link", { name: /^Take-profit 240\.00/ })).toBeVisible();
  expect(screen.getByText("Protecting")).toBeVisible();
});

it("leads from an entry to its legs", async () => {
  const [stopLoss, takeProfit] = wireLegs.map((leg) => ({ ...leg, quantity: "0" }));
  orders = [wireOrder({ ...GROUP }), ...([stopLoss, takeProfit] as Wire["NamedOrder"][])];
  await open("7");
  const leg = await screen.findByRole("link", { name: /^Take-profit 240\.00/ });
  expect(leg.getAttribute("href")).toContain("id=8");
  expect(screen.getByRole("link", { name: /^Stop-loss 200\.00/ })).toBeVisible();
  expect(screen.getByText("Waiting for entry")).toBeVisible();
});

it("says of a leg which one it is, and that its group is done once the other one has filled", async () => {
  const [stopLoss, takeProfit] = wireLegs as [Wire["NamedOrder"], Wire["NamedOrder"]];
  orders = [
    { ...stopLoss, status: 2, reason: "take_profit" },
    { ...takeProfit, status: 1, filledQuantity: "10", avgPrice: "240.10" },
  ];
  await open("9");
  expect(await factOf("Order type")).toBe("Stop-loss · Stop");
  expect(screen.getByRole("status")).toHaveTextContent("Canceled: take-profit reached");
  const other = await screen.findByRole("link", { name: /^Take-profit 240\.00/ });
  expect(within(other).getByText("Filled")).toBeVisible();
  expect(screen.getByText("Done")).toBeVisible();
});
