import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Wire } from "@/api/wire";
import { beginSession, endSession } from "@/session";
import { GROUP, pageOf, wireLegs, wireOrder } from "@/test/orders";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { wireDetail } from "@/test/wire";
import { WorkingOrders } from "./WorkingOrders";

let host: FakePlatform;
let working: Wire["NamedOrder"][];
/** Orders that no list has. */
let others: Wire["NamedOrder"][];
const cancelled: string[] = [];

beforeEach(async () => {
  [working, others] = [[], []];
  cancelled.length = 0;
  host = installPlatform();
  host.answer = async (request) => {
    const body = request.method === "POST" ? await request.clone().json() : {};
    switch (new URL(request.url).pathname) {
      case "/position/consignList":
        return envelope(200, pageOf(working));
      case "/orders/detail": {
        const found = [...working, ...others].find(({ id }) => id === body.id);
        return found ? envelope(200, { ...found, fills: [] }) : envelope(404, { error: "" });
      }
      case "/orders/cancel": {
        cancelled.push(body.id);
        const row = working.find(({ id }) => id === body.id);
        return envelope(200, { ...row, status: 2, reason: "cancelled_by_customer", version: 9 });
      }
      case "/m_ft/stock_detail_ft":
        return envelope(200, wireDetail({ openAroundTheClock: false, ...hours }));
      default:
        return envelope(404, { error: "url_unknown" });
    }
  };
  await beginSession({ token: "token", user: testUser });
});

/** The next regular session of the market. */
const hours = {
  session: "closed",
  sessionOpensTimestamp: String(Date.parse("2026-11-30T14:30:00Z")),
} as const;

afterEach(() => endSession());

const open = () => renderScreen(<WorkingOrders />, "/pages/trade/index");

/** Pushes a quote of Apple. */
function quote(session: Wire["MarketSession"], seq: number) {
  const socket = host.sockets.at(-1);
  socket?.events.onOpen();
  const data = { price_nominal: "222.86", bid: "222.80", ask: "222.90", session, stale: false };
  socket?.events.onFrame(
    JSON.stringify([{ topic: "quote:UsStock:AAPL", seq, snapshot: true, data }]),
  );
}

it("says what an order waits for, how far away that is, and what the opening hours hold until when", async () => {
  working = [
    wireOrder({ direction: 1, orderType: 2, price: null, stopPrice: "220.00", quantity: "3" }),
    wireOrder({ id: "5", extendedHours: true, timeInForce: "day" }),
  ];
  await open();
  expect(await screen.findByText("Waits for 220.00")).toBeVisible();
  expect(screen.getByText("Stop · Until canceled")).toBeVisible();
  expect(screen.getByText("Limit · Today · Also outside regular hours")).toBeVisible();
  quote("regular", 1);
  expect(await screen.findByText("Waits for 220.00 · 1.28% away (\u22122.86)")).toBeVisible();
  expect(screen.getByText("Waits for 180.00 · 19.25% away (\u221242.90)")).toBeVisible();
  expect(screen.queryByText(/^Can (fill|trigger)/)).toBeNull();
  quote("after", 2);
  expect(await screen.findByText("Can trigger from 30 Nov 2026, 09:30 ET")).toBeVisible();
  // The order with extended hours is not held.
  expect(screen.getAllByText(/^Can (fill|trigger)/)).toHaveLength(1);
  quote("closed", 3);
  expect(await screen.findByText("Can fill once the market opens")).toBeVisible();
});

it("says of a triggered order when that was, and that its limit may still be changed", async () => {
  const triggered = { triggered: true, triggeredTimestamp: "1795190534318" };
  working = [
    wireOrder({ ...triggered, orderType: 3, stopPrice: "220.00", price: "221.00" }),
    wireOrder({ ...triggered, id: "5", orderType: 2, stopPrice: "220.00", price: null }),
  ];
  await open();
  expect(await screen.findAllByText("Triggered 20 Nov 2026, 11:02:14 ET")).toHaveLength(2);
  expect(screen.getByText(/^Waits for 221\.00/)).toBeVisible();
  expect(screen.getByText("Waits to fill at the market")).toBeVisible();
});

it("shows an entry with its legs, which are in no list before it is filled", async () => {
  working = [wireOrder({ ...GROUP })];
  others = wireLegs.map((leg) => ({ ...leg, quantity: "0" }));
  await open();
  expect(await screen.findByText("Waiting for entry")).toBeVisible();
  const legs = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(legs[0]).toMatch(/^Take-profit 240\.00/);
  expect(legs[1]).toMatch(/^Stop-loss 200\.00/);
  await userEvent.click(screen.getByRole("button", { name: "Cancel Apple" }));
  const sheet = within(await screen.findByRole("dialog"));
  expect(sheet.getByText("Its take-profit and stop-loss end with it.")).toBeVisible();
});

it("shows the legs of a position as one card, and cancels one of them by itself", async () => {
  working = [...wireLegs];
  await open();
  expect(await screen.findByText("Protects your position")).toBeVisible();
  expect(screen.getByText("Protecting")).toBeVisible();
  expect(screen.getAllByText(/Covers 10$/)).toHaveLength(2);
  await userEvent.click(screen.getByRole("button", { name: "Cancel Stop-loss of Apple" }));
  const sheet = within(await screen.findByRole("dialog"));
  expect(await sheet.findByText("The take-profit stays.")).toBeVisible();
  await userEvent.click(sheet.getByRole("button", { name: "Cancel order" }));
  await waitFor(() => expect(cancelled).toEqual(["9"]));
  await waitFor(() => expect(screen.queryByText(/^Stop-loss/)).toBeNull());
  expect(screen.getByText(/^Take-profit/)).toBeVisible();
});

it("warns that nothing protects the position without its last leg", async () => {
  working = wireLegs.slice(0, 1);
  others = [{ ...wireOrder(), ...wireLegs[1], status: 2, reason: "cancelled_by_customer" }];
  await open();
  await userEvent.click(await screen.findByRole("button", { name: "Cancel Stop-loss of Apple" }));
  const sheet = within(await screen.findByRole("dialog"));
  expect(await sheet.findByText(/^Nothing else then protects/)).toBeVisible();
});
