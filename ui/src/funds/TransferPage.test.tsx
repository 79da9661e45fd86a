import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { toasts } from "@/ui/toast";

interface Sent {
  key: string | null;
  body: unknown;
}

const wallet = (walletType: string, availableBalance: string) => ({
  walletType,
  currency: "USD",
  balance: availableBalance,
  usedBalance: "0.00",
  availableBalance,
  transferableBalance: availableBalance,
  unsettled: [],
  version: 1,
});

const done = {
  id: "7",
  status: 1,
  from: "BALANCE",
  to: "STOCK",
  fromAmount: "500.00",
  fromCurrency: "USD",
  toAmount: "500.00",
  toCurrency: "USD",
  rate: null,
};

/** The second quote is a little worse than the first. */
const quoteOf = (number: number) => ({
  ...{ quoteId: String(70 + number), from: "BALANCE", to: "HK_STOCK", source: "market_quote" },
  ...{ fromAmount: "100.00", fromCurrency: "USD", toCurrency: "HKD" },
  toAmount: number === 1 ? "780.00" : "779.90",
  ...{ rate: "7.8000", middleRate: "7.8010", spreadCost: "0.10", price: "7.8000", tick: null },
  ...{ baseCurrency: "USD", counterCurrency: "HKD", goodFor: 30_000 },
  ...{ quoteTimestamp: "0", expireTimestamp: "30000" },
});

let host: FakePlatform;
/** The requests for quotes. */
let quoted: unknown[];
let sent: Sent[];
/** The rates of the overview; null while it fails. */
let rates: unknown[] | null;
/** Unsettled money in the account for Hong Kong, which is part of its balance. */
let settling: { amount: string; settleTimestamp: string }[];
/** The server's answers to transfers, in order. */
let outcomes: (() => Response)[];

async function answer(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname;
  if (path === "/userCenter/getWalletBalance") {
    const inHongKong = {
      ...wallet("HK_STOCK", settling.length > 0 ? "900.00" : "0.00"),
      ...{ currency: "HKD", transferableBalance: "0.00", unsettled: settling },
    };
    return envelope(200, [wallet("BALANCE", "1000.00"), wallet("STOCK", "0.00"), inHongKong]);
  }
  if (path === "/userCenter/getFundingOverview" && rates)
    return envelope(200, { rates, history: [] });
  if (path === "/wallet/quote") {
    quoted.push(await request.json());
    return envelope(200, quoteOf(quoted.length));
  }
  if (path !== "/wallet/transfer") return envelope(404, { error: "url_unknown" });
  sent.push({ key: request.headers.get("Idempotency-Key"), body: await request.json() });
  const outcome = outcomes.shift();
  if (!outcome) throw new TypeError("Failed to fetch");
  return outcome();
}

beforeEach(async () => {
  sessionStorage.clear();
  host = installPlatform();
  host.answer = answer;
  sent = [];
  quoted = [];
  rates = null;
  settling = [];
  outcomes = [];
  await beginSession({ token: "token", user: testUser });
  await renderScreen(<ScreenPage />, to("transfer"));
});

afterEach(() => {
  vi.useRealTimers();
  return endSession();
});

async function review(amount: string): Promise<void> {
  await userEvent.type(await screen.findByLabelText(/^Amount/), amount);
  await userEvent.click(screen.getByRole("button", { name: "Review transfer" }));
}

async function confirm(password: string): Promise<void> {
  const sheet = within(await screen.findByRole("dialog"));
  const field = sheet.getByLabelText("Transaction password");
  const button = () => sheet.getByRole("button", { name: /^(Transfer|Check status)$/ });
  await userEvent.clear(field);
  await userEvent.type(field, password);
  await waitFor(() => expect(button()).toBeEnabled());
  await userEvent.click(button());
}

it("moves money and shows what the server booked", async () => {
  outcomes = [() => envelope(200, done)];
  await review("500");
  await confirm("secret");
  expect(await screen.findByText("Transferred")).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toEqual({
    from: "BALANCE",
    to: "STOCK",
    amount: "500",
    payPassword: "secret",
  });
  expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
});

it("finds what was typed again after the page was loaded anew, and forgets it once it is moved", async () => {
  await userEvent.click(await screen.findByRole("button", { name: "Swap the two accounts" }));
  await userEvent.type(screen.getByLabelText(/^Amount/), "5");
  cleanup();
  await renderScreen(<ScreenPage />, to("transfer"));
  expect(await screen.findByLabelText(/^Amount/)).toHaveValue("5");
  expect(screen.getByRole("button", { name: /^From/ })).toHaveTextContent("US stocks");
  await userEvent.click(screen.getByRole("button", { name: "Swap the two accounts" }));
  outcomes = [() => envelope(200, done)];
  await userEvent.click(screen.getByRole("button", { name: "Review transfer" }));
  await confirm("secret");
  expect(await screen.findByText("Transferred")).toBeVisible();
  expect(sessionStorage).toHaveLength(0);
});

it("keeps nothing that was not typed, and no half hour begins with a look at the form", async () => {
  const field = await screen.findByLabelText(/^Amount/);
  expect(sessionStorage).toHaveLength(0);
  await userEvent.type(field, "5");
  const kept = JSON.stringify(sessionStorage);
  cleanup();
  vi.useFakeTimers({ now: Date.now() + 60_000, shouldAdvanceTime: true });
  await renderScreen(<ScreenPage />, to("transfer"));
  expect(await screen.findByLabelText(/^Amount/)).toHaveValue("5");
  expect(JSON.stringify(sessionStorage)).toBe(kept);
});

it("does not ask for more than is available", async () => {
  await userEvent.type(await screen.findByLabelText(/^Amount/), "1000.01");
  expect(await screen.findByText("More than is available.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "More than is available" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("sends a try that got no answer again under its own key", async () => {
  outcomes = [];
  await review("500");
  await confirm("secret");
  expect(await screen.findByText(/your money can't be moved twice\./)).toBeVisible();
  outcomes = [() => envelope(200, done)];
  await confirm("secret");
  expect(await screen.findByText("Transferred")).toBeVisible();
  expect(sent[1]).toEqual(sent[0]);
});

it("says why it was refused, and takes the next try for a new intention", async () => {
  const refused = { error: "pay_password_wrong", field: "payPassword" };
  outcomes = [() => envelope(422, refused, "Wrong, four tries left."), () => envelope(200, done)];
  await review("500");
  await confirm("wrong");
  expect(await screen.findByText("Wrong, four tries left.")).toBeVisible();
  await confirm("secret");
  expect(await screen.findByText("Transferred")).toBeVisible();
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
});

it("says what has not settled, and when it can be moved", async () => {
  cleanup();
  rates = [{ from: "HKD", to: "USD", rate: "0.128", source: "" }];
  settling = [
    { amount: "900.00", settleTimestamp: String(Date.parse("2026-11-25T01:30:00+08:00")) },
    { amount: "-59.96", settleTimestamp: String(Date.parse("2026-11-26T01:30:00+08:00")) },
  ];
  await renderScreen(<ScreenPage />, to("transfer", { from: "HK_STOCK", to: "BALANCE" }));
  expect(await screen.findByText(/^Trades settle later\./)).toBeVisible();
  expect(screen.getByText("Settles Wed 25 Nov")).toBeVisible();
  expect(screen.getByText("Settles Thu 26 Nov, already deducted")).toBeVisible();
  expect(screen.getByText("+900.00 HKD")).toBeVisible();
  await userEvent.type(screen.getByLabelText(/^Amount/), "0.01");
  expect(await screen.findByText("Part of this hasn't settled yet.")).toBeVisible();
});

it("says that the rate did not load, and reads it again", async () => {
  cleanup();
  await renderScreen(<ScreenPage />, to("transfer", { from: "BALANCE", to: "HK_STOCK" }));
  expect(await screen.findByText("The exchange rate didn't load.")).toBeVisible();
  rates = [{ from: "USD", to: "HKD", rate: "7.80", source: "" }];
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await review("100");
  expect(await screen.findByRole("dialog")).toHaveTextContent("780.00 HKD");
});

async function toHongKong(): Promise<void> {
  cleanup();
  rates = [{ from: "USD", to: "HKD", rate: "7.80", source: "" }];
  await renderScreen(<ScreenPage />, to("transfer", { from: "BALANCE", to: "HK_STOCK" }));
  await screen.findByText("1 USD = 7.8 HKD");
}

it("moves money between currencies at what was quoted", async () => {
  await toHongKong();
  expect(screen.queryByText(/780/)).toBeNull();
  outcomes = [() => envelope(200, { ...done, to: "HK_STOCK", rate: "7.8000", quoteId: "71" })];
  await review("100");
  const sheet = within(await screen.findByRole("dialog"));
  expect(sheet.getByText("Valid for 30 s", { selector: "[aria-hidden]" })).toBeVisible();
  expect(sheet.getByText("Spread (included in the rate)")).toBeVisible();
  await confirm("secret");
  expect(await screen.findByText("Transferred")).toBeVisible();
  const spread = screen.getByText("Spread (included in the rate)").parentElement;
  expect(spread).toHaveTextContent("0.10 HKD");
  expect(screen.getByText(/^Latest market rate/)).toBeVisible();
  expect(quoted).toEqual([{ from: "BALANCE", to: "HK_STOCK", amount: "100" }]);
  expect(sent[0]?.body).toMatchObject({ amount: "100", quoteId: "71", payPassword: "secret" });
});

it("moves nothing at a quote that has expired, and says what a new one changes", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
  await toHongKong();
  await review("100");
  const sheet = within(await screen.findByRole("dialog"));
  await userEvent.type(sheet.getByLabelText("Transaction password"), "secret");
  vi.setSystemTime(30_000);
  expect(await sheet.findByText("This quote has expired")).toBeVisible();
  expect(sheet.queryByRole("button", { name: "Transfer" })).toBeNull();
  await userEvent.click(sheet.getByRole("button", { name: "Get a new quote" }));
  await sheet.findByText("Compared with the last quote:", { exact: false });
  expect(sheet.getByRole("status")).toHaveTextContent("−0.10 HKD");
  expect(sheet.getByLabelText("Transaction password")).toHaveValue("secret");
  outcomes = [() => envelope(200, { ...done, to: "HK_STOCK", quoteId: "72" })];
  await userEvent.click(await sheet.findByRole("button", { name: "Transfer" }));
  expect(await screen.findByText("Transferred")).toBeVisible();
  expect(sent.map(({ body }) => body)).toMatchObject([{ quoteId: "72" }]);
});

it("asks for a new quote where the server refuses the old one", async () => {
  await toHongKong();
  outcomes = [() => envelope(409, { error: "quote_expired", field: "quoteId" }, "It has expired.")];
  await review("100");
  await confirm("secret");
  expect(await screen.findByText("It has expired.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Get a new quote" })).toBeEnabled();
});

it("finds out about a transfer whose quote is over", async () => {
  await toHongKong();
  await review("100");
  await confirm("secret");
  await screen.findByText(/your money can't be moved twice\./);
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  outcomes = [() => envelope(200, { ...done, to: "HK_STOCK", quoteId: "71" })];
  await userEvent.click(screen.getByRole("button", { name: "Review transfer" }));
  await screen.findByText("No response received");
  await confirm("secret");
  expect(await screen.findByText("Transferred")).toBeVisible();
  // A later quote is not the price of this transfer.
  expect(screen.queryByText("Spread (included in the rate)")).toBeNull();
  expect(sent[1]).toEqual(sent[0]);
});

it("forgets the password when the sheet is closed, and knows the transfer when it opens again", async () => {
  await review("500");
  await confirm("secret");
  const sheet = within(await screen.findByRole("dialog"));
  await sheet.findByText("No response received");
  await userEvent.click(sheet.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await userEvent.click(screen.getByRole("button", { name: "Review transfer" }));
  expect(await screen.findByLabelText("Transaction password")).toHaveValue("");
  expect(screen.getByText("No response received")).toBeVisible();
  outcomes = [() => envelope(200, done)];
  await confirm("secret");
  expect(await screen.findByText("Transferred")).toBeVisible();
  expect(sent[1]).toEqual(sent[0]);
});

it("finds out about the transfer however its amount is written, and says of when it is", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 20, 10, 32, 5) });
  await review("500");
  await confirm("secret");
  const sheet = within(await screen.findByRole("dialog"));
  await sheet.findByText("Sent at 10:32:05.");
  await userEvent.click(sheet.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(
    screen.getByText(/^Transfer 500\.00 USD, Funding to US stocks, 10:32:05 \S+: no response yet$/),
  ).toBeVisible();
  vi.setSystemTime(new Date(2026, 10, 20, 10, 40));
  await userEvent.type(screen.getByLabelText(/^Amount/), ".00");
  await userEvent.click(screen.getByRole("button", { name: "Review transfer" }));
  outcomes = [() => envelope(200, done)];
  await confirm("secret");
  expect(await screen.findByText("This is your transfer from 10:32:05.")).toBeVisible();
  expect(sent[1]).toEqual(sent[0]);
});

it("makes a second transfer of the same where the customer says that it is a new one", async () => {
  await review("500");
  await confirm("secret");
  const sheet = within(await screen.findByRole("dialog"));
  await userEvent.click(await sheet.findByRole("button", { name: "Submit as new" }));
  expect(sheet.queryByText("No response received")).toBeNull();
  outcomes = [() => envelope(200, done)];
  await confirm("secret");
  expect(await screen.findByText("Transferred")).toBeVisible();
  expect(screen.queryByText(/This is your transfer from/)).toBeNull();
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
});

it("keeps its sheet while it sends, and tells whoever leaves the page how it ended", async () => {
  let arrive: (response: Response) => void = () => undefined;
  host.answer = (request) =>
    new URL(request.url).pathname === "/wallet/transfer"
      ? new Promise((resolve) => {
          arrive = resolve;
        })
      : answer(request);
  await review("500");
  await confirm("secret");
  await userEvent.keyboard("{Escape}");
  expect(screen.getByRole("dialog")).toBeVisible();
  expect(screen.getByRole("button", { name: "Close" })).toBeDisabled();
  cleanup();
  await act(async () => arrive(envelope(200, done)));
  await waitFor(() =>
    expect(toasts.get().map(({ text }) => text)).toContain(
      "Transfer 500.00 USD, Funding to US stocks: Transferred",
    ),
  );
});

it("leads back to the ticket that lacked the money", async () => {
  cleanup();
  const ticket = to("payStock", { code: "AAPL", name: "Apple", market: "UsStock", direction: 0 });
  await renderScreen(
    <ScreenPage />,
    to("transfer", { from: "BALANCE", to: "STOCK", back: ticket }),
  );
  outcomes = [() => envelope(200, done)];
  await review("500");
  await confirm("battery-staple");
  await userEvent.click(await screen.findByRole("button", { name: "Back to order" }));
  expect(window.location.hash).toBe(`#${ticket}`);
});
