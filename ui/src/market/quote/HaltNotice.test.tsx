import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { push } from "@/push/client";
import { testDetail } from "@/test/instrument";
import { type FakeSocket, installPlatform } from "@/test/platform";
import { renderScreen } from "@/test/screen";
import { HaltNotice } from "./HaltNotice";

afterEach(() => {
  cleanup();
  act(() => push.reconnect());
});

const stock = testDetail({ calendar: "XNYS", tickSize: "0.01" });
const APPLE = { market: "UsStock", stockCode: "AAPL", sinceTimestamp: "0" };
const RESUMES = String(Date.UTC(2026, 10, 20, 15, 5));

async function told(halt: object) {
  const host = installPlatform();
  await renderScreen(<HaltNotice instrument={stock} />, "/");
  const item = { calendar: "XNYS", session: "regular", onBreak: false, openAroundTheClock: false };
  const data = { items: [{ ...item, halts: [halt] }] };
  await waitFor(() => expect(host.sockets).not.toHaveLength(0));
  const socket = host.sockets.at(-1) as FakeSocket;
  act(() => socket.events.onOpen());
  act(() =>
    socket.events.onFrame(JSON.stringify([{ topic: "status:XNYS", seq: 1, snapshot: true, data }])),
  );
}

it("says why a stock is paused, and until when", async () => {
  await told({ ...APPLE, kind: "volatilityPause", resumesTimestamp: RESUMES });
  expect(await screen.findByText("Paused: the price moved too far, too fast")).toBeVisible();
  expect(screen.getByText(/Nothing is filled until trading resumes\. Until .*10:05/)).toBeVisible();
});

it("says within which prices it trades, and when it is paused unless it turns back", async () => {
  const band = { lowerPrice: "95.5", upperPrice: "105" };
  await told({ ...APPLE, ...band, kind: "limitState", resumesTimestamp: RESUMES });
  expect(await screen.findByText("At its price band")).toBeVisible();
  expect(
    screen.getByText(/between 95\.50 and 105\.00\. .* trading pauses at .*10:05/),
  ).toBeVisible();
});

it("is silent about what another instrument is halted for", async () => {
  await told({ ...APPLE, stockCode: "MSFT", kind: "operator" });
  expect(screen.queryByText("Trading is halted")).toBeNull();
});
