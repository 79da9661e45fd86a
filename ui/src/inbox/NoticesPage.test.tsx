import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Wire } from "@/api/wire";
import { ScreenPage } from "@/app/ScreenPage";
import { push } from "@/push/client";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { wireNotice } from "@/test/wire";
import { Bell } from "./Bell";

let host: FakePlatform;
let rows: Wire["NoticeRow"][];
let asked: unknown[];

const unread = () => rows.filter(({ read }) => !read).length;

async function answer(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === "/userMessage/getMessage") {
    const [pageNum, pageSize] = ["pageNum", "pageSize"].map((key) => Number(searchParams.get(key)));
    const from = ((pageNum ?? 1) - 1) * (pageSize ?? 0);
    const page = { pageNum, pageSize, total: rows.length };
    const list = rows.slice(from, from + (pageSize ?? 0));
    return envelope(200, { list, page, unread: unread() });
  }
  if (pathname === "/userMessage/updateRead") {
    const body = (await request.json()) as { ids?: string[] };
    asked.push(body);
    const changed = unread();
    rows = rows.map((row) => ({ ...row, read: row.read || (body.ids?.includes(row.id) ?? true) }));
    return envelope(200, { changed: changed - unread(), unread: unread() });
  }
  return envelope(404, { error: "url_unknown" });
}

/** Connects and authenticates the socket. */
async function connected(): Promise<void> {
  await waitFor(() => expect(host.sockets.at(-1)).toBeDefined());
  act(() => host.sockets.at(-1)?.events.onOpen());
  pushed({ op: "authenticated" });
}

const pushed = (message: object) =>
  act(() => host.sockets.at(-1)?.events.onFrame(JSON.stringify([message])));

const open = () =>
  renderScreen(
    <>
      <Bell />
      <ScreenPage />
    </>,
    to("notices"),
  );
const bell = () => screen.getByRole("link", { name: /Messages/ });
const notices = () => screen.findAllByRole("link", { name: /credited/ });

beforeEach(async () => {
  asked = [];
  rows = [
    wireNotice({ id: "3", createTimestamp: String(new Date(2026, 10, 21, 9).getTime()) }),
    wireNotice({ id: "2", createTimestamp: String(new Date(2026, 10, 20, 18).getTime()) }),
    wireNotice({
      id: "1",
      createTimestamp: String(new Date(2026, 10, 20, 8).getTime()),
      read: true,
    }),
  ];
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

it("lists what was told by day and marks what is not read", async () => {
  await open();
  const [first, second, third] = await notices();
  expect(screen.getByRole("heading", { name: "21 Nov 2026" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "20 Nov 2026" })).toBeVisible();
  expect(first).toHaveTextContent("Unread");
  expect(second).toHaveTextContent("Unread");
  expect(third).not.toHaveTextContent("Unread");
  expect(first).toHaveAttribute("href", `#${to("notice", { id: "3" })}`);
  await waitFor(() => expect(bell()).toHaveTextContent("2 unread"));
});

it("marks all as read, and the button goes with the last mark", async () => {
  await open();
  await userEvent.click(await screen.findByRole("button", { name: "Mark all as read" }));
  await waitFor(() => expect(bell()).not.toHaveTextContent("unread"));
  expect(asked).toEqual([{}]);
  for (const row of await notices()) expect(row).not.toHaveTextContent("Unread");
  expect(screen.queryByRole("button", { name: "Mark all as read" })).toBeNull();
});

it("shows what is told meanwhile, and what another device has read", async () => {
  await open();
  expect(await notices()).toHaveLength(3);
  await connected();
  rows = [wireNotice({ id: "4", title: "Withdrawal credited" }), ...rows];
  const told = { kind: "notice", id: "4", notice: "withdrawal_settled", unread: 3 };
  pushed({ topic: "messages", seq: 1, data: told });
  await waitFor(() => expect(bell()).toHaveTextContent("3 unread"));
  expect(await screen.findByRole("link", { name: /Withdrawal credited/ })).toBeVisible();
  const read = { kind: "read", ids: ["4"], unread: 2 };
  pushed({ topic: "messages", seq: 2, data: read });
  await waitFor(() => expect(bell()).toHaveTextContent("2 unread"));
  expect(screen.getByRole("link", { name: /Withdrawal credited/ })).not.toHaveTextContent("Unread");
});

it("reads a longer list page by page", async () => {
  rows = Array.from({ length: 21 }, (_, index) => wireNotice({ id: String(100 - index) }));
  await open();
  expect(await notices()).toHaveLength(20);
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  await waitFor(async () => expect(await notices()).toHaveLength(21));
});

it("says that nothing was told yet", async () => {
  rows = [];
  await open();
  expect(await screen.findByText(/No messages yet/)).toBeVisible();
  expect(within(bell()).queryByText(/unread/)).toBeNull();
});

it("says that the list did not come, and asks again", async () => {
  host.answer = () => envelope(500, { error: "internal" }, "Something went wrong.");
  await open();
  expect(await screen.findByText("Something went wrong.")).toBeVisible();
  host.answer = answer;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await notices()).toHaveLength(3);
});
