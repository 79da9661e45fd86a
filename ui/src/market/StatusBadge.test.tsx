import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { push } from "@/push/client";
import { testDetail, testQuote } from "@/test/instrument";
import { type FakeSocket, installPlatform } from "@/test/platform";
import { renderScreen } from "@/test/screen";
import { StatusBadge } from "./StatusBadge";

afterEach(() => {
  cleanup();
  act(() => push.reconnect());
});

const HOUR = 3_600_000;
const shut = testDetail({
  ...{ calendar: "XNYS", openAroundTheClock: false, sessionOpensAt: 2 * HOUR },
  quote: testQuote({ session: "closed" }),
});

it("names the holiday for which a market is closed", async () => {
  const host = installPlatform();
  await renderScreen(<StatusBadge instrument={shut} now={0} />, "/");
  expect(screen.getByText("Closed · opens in 2:00")).toBeVisible();
  const names = { en: "Good Friday", "zh-Hans": "耶稣受难日", "zh-Hant": "耶穌受難節" };
  const status = { calendar: "XNYS", session: "closed", onBreak: false, holiday: names };
  const item = { ...status, openAroundTheClock: false, opensTimestamp: String(3 * HOUR) };
  const message = { topic: "status:XNYS", seq: 1, snapshot: true, data: { items: [item] } };
  const socket = host.sockets.at(-1) as FakeSocket;
  act(() => socket.events.onOpen());
  act(() => socket.events.onFrame(JSON.stringify([message])));
  expect(screen.getByText("Closed for Good Friday · opens in 3:00")).toBeVisible();
});

it("counts down to regular hours before and after them, and to their end within", async () => {
  const table = [
    ["pre", "Pre-market · opens in 2:00"],
    ["regular", "Open · closes in 8:30"],
    ["after", "After hours · opens in 2:00"],
  ] as const;
  for (const [session, text] of table) {
    const host = installPlatform();
    await renderScreen(<StatusBadge instrument={shut} now={0} />, "/");
    // The server always sends the next end of regular hours, even if tomorrow's.
    const moments = { opensTimestamp: String(2 * HOUR), closesTimestamp: String(8.5 * HOUR) };
    const status = { calendar: "XNYS", session, onBreak: false, openAroundTheClock: false };
    const data = { items: [{ ...status, ...moments }] };
    const message = { topic: "status:XNYS", seq: 1, snapshot: true, data };
    const socket = host.sockets.at(-1) as FakeSocket;
    act(() => socket.events.onOpen());
    act(() => socket.events.onFrame(JSON.stringify([message])));
    expect(screen.getByText(text)).toBeVisible();
    cleanup();
    act(() => push.reconnect());
  }
});

it("counts down to nothing where a market never closes", async () => {
  installPlatform();
  const coin = testDetail({ market: "Crypto", calendar: "", openAroundTheClock: false });
  await renderScreen(<StatusBadge instrument={coin} now={0} />, "/");
  expect(screen.getByText("Open around the clock")).toBeVisible();
});
