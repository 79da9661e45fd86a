import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { push } from "@/push/client";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";

const deposit = {
  id: "9",
  channel: "fiat",
  currency: "USD",
  amount: "1000.00",
  creditAmount: "1000.00",
  creditCurrency: "USD",
  rate: null as string | null,
  status: 0,
  reason: null as string | null,
  createTimeTimestamp: "1795241000000",
  reviewTimestamp: null as string | null,
};

const wallet = (balance: string, version: number) => ({
  walletType: "BALANCE",
  currency: "USD",
  balance,
  usedBalance: "0.00",
  availableBalance: balance,
  transferableBalance: balance,
  unsettled: [],
  version,
});

let host: FakePlatform;

/** The server's list still says "pending": only the push is newer. */
function answer(request: Request): Response {
  const path = new URL(request.url).pathname;
  if (path === "/recharge/listPage") {
    const page = { pageNum: 1, pageSize: 30, total: 1 };
    return envelope(200, { list: [deposit], page });
  }
  if (path === "/userCenter/getWalletBalance") return envelope(200, [wallet("0.00", 1)]);
  if (path === "/withdrawal/times") {
    return envelope(200, { days: 30, isPaper: true, hasAutopilot: false, methods: [] });
  }
  return envelope(404, { error: "url_unknown" });
}

/** Pushes messages after the login. */
async function pushed(...messages: object[]): Promise<void> {
  await waitFor(() => expect(host.sockets.at(-1)).toBeDefined());
  const socket = host.sockets.at(-1);
  act(() => {
    socket?.events.onOpen();
    socket?.events.onFrame(JSON.stringify([{ op: "authenticated" }]));
    socket?.events.onFrame(JSON.stringify(messages));
  });
}

beforeEach(async () => {
  host = installPlatform();
  host.answer = answer;
  await beginSession({ token: "token", user: testUser });
  await renderScreen(<ScreenPage />, to("depositRecord"));
  expect(await screen.findByText("Pending review")).toBeVisible();
});

afterEach(async () => {
  // Without subscribers before the socket restarts.
  cleanup();
  await endSession();
  push.reconnect();
});

it("shows a review the moment that it is pushed, and then what comes next", async () => {
  expect(screen.queryByRole("button", { name: "Move to US stocks" })).toBeNull();
  host.answer = () => envelope(503, { error: "overloaded" });
  await pushed(
    {
      topic: "messages",
      seq: 1,
      data: { ...deposit, kind: "deposit", status: 1, reviewTimestamp: "1795241003000" },
    },
    { topic: "wallets", seq: 2, data: wallet("1000.00", 2) },
  );
  expect(await screen.findByText("Completed")).toBeVisible();
  expect(await screen.findByRole("button", { name: "Move to US stocks" })).toBeVisible();
});

it("says of a deposit that waits who decides on it", async () => {
  expect(
    await screen.findByText("Two people review each deposit before it's credited."),
  ).toBeVisible();
});

it.each([
  [1, ["Move to US stocks"]],
  [2, []],
])(
  "offers the next step after a newest deposit of status %i alone: %j",
  async (status, offered) => {
    const list = [
      { ...deposit, id: "10", status },
      { ...deposit, status: 1 },
    ];
    host.answer = (request) => {
      const path = new URL(request.url).pathname;
      if (path === "/userCenter/getWalletBalance") return envelope(200, [wallet("1000.00", 1)]);
      if (path !== "/recharge/listPage") return answer(request);
      return envelope(200, { list, page: { pageNum: 1, pageSize: 30, total: 2 } });
    };
    cleanup();
    await renderScreen(<ScreenPage />, to("depositRecord"));
    expect(await screen.findAllByText("Completed")).toHaveLength(status === 1 ? 2 : 1);
    await waitFor(() =>
      expect(
        screen
          .queryAllByRole("button", { name: "Move to US stocks" })
          .map(({ textContent }) => textContent),
      ).toEqual(offered),
    );
  },
);

it.each([
  ["proof_unreadable", "We couldn't read the proof of payment.", 1],
  ["Called the customer", "Called the customer", 0],
])(
  "gives the reason %s of a deposit that failed, and credits nothing",
  async (reason, shown, advice) => {
    host.answer = () => envelope(503, { error: "overloaded" });
    await pushed({
      topic: "messages",
      seq: 1,
      data: { ...deposit, kind: "deposit", status: 2, reason },
    });
    expect(await screen.findByText("Not credited")).toBeVisible();
    expect(screen.getByText(shown)).toBeVisible();
    expect(screen.queryAllByText("Submit it again with a clearer picture.")).toHaveLength(advice);
    expect(screen.queryByText("1,000.00 USD")).toBeNull();
  },
);

it.each([
  [3, "Canceled"],
  [17, "Unknown status"],
])(
  "does not call a deposit of status %i pending, nor promise its credit",
  async (status, shown) => {
    host.answer = () => envelope(503, { error: "overloaded" });
    await pushed({ topic: "messages", seq: 1, data: { ...deposit, kind: "deposit", status } });
    expect(await screen.findByText(shown)).toBeVisible();
    expect(screen.queryByText("Pending review")).toBeNull();
    expect(screen.queryByText("To be credited")).toBeNull();
  },
);

it("leaves a deposit alone that a message is not about", async () => {
  await pushed({
    topic: "messages",
    seq: 1,
    data: { ...deposit, kind: "deposit", id: "10", status: 1 },
  });
  expect(screen.getByText("Pending review")).toBeVisible();
});

it("calls off a deposit that waits, once it was asked about", async () => {
  const sent: { path: string; body: unknown; key: string | null }[] = [];
  host.answer = (request) => {
    const path = new URL(request.url).pathname;
    if (path !== "/recharge/cancel") return answer(request);
    void request
      .clone()
      .json()
      .then((body: unknown) =>
        sent.push({ path, body, key: request.headers.get("Idempotency-Key") }),
      );
    return envelope(200, { ...deposit, status: 3, cancelTimestamp: "1795241001000" });
  };
  await renderScreen(<ScreenPage />, to("depositRecord"));
  await userEvent.click(await screen.findByRole("button", { name: "Cancel deposit" }));
  const sheet = await screen.findByRole("dialog");
  expect(sheet).toHaveTextContent("1,000.00 USD");
  expect(sent).toEqual([]);
  await userEvent.click(within(sheet).getByRole("button", { name: "Cancel deposit" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ body: { id: "9" }, key: expect.any(String) });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("shows the proof of payment, and reads it when it is asked for", async () => {
  const asked: string[] = [];
  const proved = { ...deposit, proofUrl: "/file/7?expires=1&signature=0a" };
  host.answer = (request) => {
    const path = new URL(request.url).pathname;
    if (path === "/recharge/listPage") {
      return envelope(200, { list: [proved], page: { pageNum: 1, pageSize: 30, total: 1 } });
    }
    if (path.startsWith("/file/")) {
      asked.push(path);
      return envelope(404, { error: "file_unknown" });
    }
    return answer(request);
  };
  await renderScreen(<ScreenPage />, to("depositRecord"));
  const proof = await screen.findByRole("button", { name: "Proof of payment" });
  expect(asked).toEqual([]);
  await userEvent.click(proof);
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "This picture is no longer available.",
  );
  expect(asked).toEqual(["/file/link"]);
});

it.each([
  ["fiat", 2, "proof_unreadable", "currency=USD&amount=1000.00"],
  // The amount was wrong.
  ["fiat", 2, "amount_differs", "currency=USD"],
  ["certificate", 2, "proof_unreadable", "currency=USD&amount=1000.00"],
  ["wallet", 2, "taken_back", null],
  ["fiat", 3, null, null],
])(
  "leads from a deposit of %s with status %i and reason %s back to its form: %#",
  async (...row) => {
    const [channel, status, reason, query] = row;
    const told = { ...deposit, channel, status, reason };
    host.answer = (request) =>
      request.url.endsWith("/recharge/listPage")
        ? envelope(200, { list: [told], page: { pageNum: 1, pageSize: 30, total: 1 } })
        : answer(request);
    cleanup();
    await renderScreen(<ScreenPage />, to("depositRecord"));
    await screen.findByText(status === 2 ? "Not credited" : "Canceled");
    const links = screen.queryAllByRole("link", { name: "Submit again" });
    expect(links.map((link) => link.getAttribute("href"))).toEqual(
      query ? [`#/pages/deposit/${channel}?${query}`] : [],
    );
  },
);

it.each([
  [0, "Estimated credit"],
  [1, "Credited"],
])(
  "calls what another currency comes to an estimate until it is credited (%s)",
  async (status, said) => {
    cleanup();
    await endSession();
    const euros = { ...deposit, status, currency: "EUR", rate: "1.1000", creditAmount: "1100.00" };
    const page = { pageNum: 1, pageSize: 30, total: 1 };
    host.answer = (request) =>
      new URL(request.url).pathname === "/recharge/listPage"
        ? envelope(200, { list: [euros], page })
        : answer(request);
    await beginSession({ token: "token", user: testUser });
    await renderScreen(<ScreenPage />, to("depositRecord"));
    expect(await screen.findByText(said)).toBeVisible();
    expect(screen.getByText("1,100.00", { exact: false })).toBeVisible();
  },
);
