import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Notice } from "@/api/inbox";
import type { Wire } from "@/api/wire";
import { ScreenPage } from "@/app/ScreenPage";
import { push } from "@/push/client";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { wireNotice } from "@/test/wire";
import { addressOf } from "./subjects";

let host: FakePlatform;
let row: Wire["NoticeRow"];
let asked: unknown[];

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === "/userMessage/9") return envelope(200, row);
  if (pathname === "/userMessage/updateRead") {
    asked.push(await request.json());
    row = { ...row, read: true };
    return envelope(200, { changed: 1, unread: 0 });
  }
  return envelope(404, { error: "notice_unknown" }, "Message not found.");
}

const open = (id = "9") => renderScreen(<ScreenPage />, to("notice", { id }));

beforeEach(async () => {
  asked = [];
  row = wireNotice();
  host = installPlatform("token");
  host.answer = answer;
  await beginSession({ token: "token", user: testUser });
});

afterEach(async () => {
  // Without subscribers before the socket restarts.
  cleanup();
  await endSession();
  push.reconnect();
});

it("shows the text, the time and the way to what it is about, and is read then", async () => {
  await open();
  expect(await screen.findByRole("heading", { name: "Deposit credited" })).toBeVisible();
  expect(screen.getByText("Your deposit has been reviewed.")).toBeVisible();
  expect(screen.getByText(/Nov 2026/)).toBeVisible();
  const link = screen.getByRole("link", { name: "View deposits" });
  expect(link).toHaveAttribute("href", `#${to("depositRecord")}`);
  await waitFor(() => expect(asked).toEqual([{ ids: ["9"] }]));
});

it("asks for nothing where it was read before", async () => {
  row = wireNotice({ read: true });
  await open();
  expect(await screen.findByRole("heading", { name: "Deposit credited" })).toBeVisible();
  expect(asked).toEqual([]);
});

it("says that it does not exist", async () => {
  await open("8");
  expect(await screen.findByText("Message not found.")).toBeVisible();
});

const about = (own: Partial<Notice>): Notice => ({
  ...{ id: "9", title: "", parts: [], isRead: true, toldAt: 0 },
  ...{ subject: "other", subjectId: null, instrument: null },
  ...own,
});

it.each<[Partial<Notice>, string | null]>([
  [{ subject: "order", subjectId: "5" }, to("tradeDetail", { type: "order", id: "5" })],
  [
    { subject: "position", subjectId: "6", instrument: { symbol: "AAPL", market: "UsStock" } },
    to("tradeDetail", { type: "holding", id: "6", code: "AAPL", market: "UsStock" }),
  ],
  [{ subject: "position", subjectId: "6" }, to("trade")],
  [{ subject: "withdrawal", subjectId: "7" }, to("withdrawal", { id: "7" })],
  [{ subject: "security" }, to("security")],
  [{ subject: "payout" }, to("payouts")],
  [{ subject: "other" }, null],
])("leads to what a notice is about: %j", (own, address) => {
  expect(addressOf(about(own))).toBe(address);
});
