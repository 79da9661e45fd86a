import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { unansweredOf } from "@/api/unanswered";
import { ScreenPage } from "@/app/ScreenPage";
import { push } from "@/push/client";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { sum } from "@/ui";

const account = {
  ...{ id: "7", type: "card", bankName: "Deutsche Bank", accountName: "Ada King" },
  ...{ accountNumber: "****3000", createTimeTimestamp: "5", modifyTimeTimestamp: "5" },
};

const wallet = {
  ...{ walletType: "BALANCE", currency: "USD", balance: "1000.00", usedBalance: "100.00" },
  ...{ availableBalance: "900.00", transferableBalance: "900.00", unsettled: [], version: 1 },
};

const stocks = {
  ...{ ...wallet, walletType: "STOCK", balance: "70.00", usedBalance: "0.00" },
  ...{ availableBalance: "70.00", transferableBalance: "50.00" },
};

const withdrawal = {
  ...{ id: "9", method: "card", accountId: "7", destination: "****3000", status: 0 },
  ...{ bankName: "Deutsche Bank", currency: "EUR", amount: "500.00", fee: "1.00" },
  ...{ netAmount: "499.00", debitAmount: "520.55", debitCurrency: "USD", rate: "1.0411" },
  ...{ reason: null as string | null, createTimeTimestamp: "1795241000000" },
};

const LINES = [
  { name: "balance", amount: "960.52" },
  { name: "held_for_withdrawals", amount: "-96.05" },
  { name: "rounding", amount: "-0.01" },
];
const USABLE = "864.46";
let usable: string;
let lines: typeof LINES;

const usableIn = (currency: string) => ({
  ...{ currency, usable, lines, rate: currency === "USD" ? null : "1.0411" },
  ...{ locks, identityRequired: needsIdentity, suspense: [{ currency: "USDT", amount: "0.40" }] },
  ...{ addressLockSeconds: 86_400, coolingOffSeconds: 86_400, creditHoldSeconds: 7_200 },
  sent: ["USD", "EUR"].map((each) => ({ method: "card", currency: each, chains: [] })),
  methods: [
    currency === "USD"
      ? { method: "card", fee: "0.00", minAmount: "0.01" }
      : { method: "card", fee: "1.00", minAmount: "2.00" },
  ],
});

interface Sent {
  path: string;
  key: string | null;
  body: unknown;
}

let host: FakePlatform;
let sent: Sent[];
let accounts: object[];
let list: object[];
let locks: { name: string; untilTimestamp: string }[];
let needsIdentity: boolean;
/** The server's answers to withdrawals, in order. */
let outcomes: (() => Response)[];

async function answer(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === "/UserAccount/SelectCardNo") return envelope(200, accounts);
  if (pathname === "/userCenter/getWalletBalance") return envelope(200, [wallet, stocks]);
  if (pathname === "/withdrawal/getUsableWithdrawalAmount") {
    return envelope(200, usableIn(searchParams.get("currency") ?? ""));
  }
  if (pathname === "/withdrawal/listPage") {
    return envelope(200, { list, page: { pageNum: 1, pageSize: 20, total: list.length } });
  }
  if (!pathname.startsWith("/withdrawal/")) return envelope(404, { error: "url_unknown" });
  const key = request.headers.get("Idempotency-Key");
  sent.push({ path: pathname, key, body: await request.json() });
  const outcome = outcomes.shift();
  if (!outcome) throw new TypeError("Failed to fetch");
  return outcome();
}

beforeEach(async () => {
  host = installPlatform();
  host.answer = answer;
  sent = [];
  accounts = [account];
  list = [];
  locks = [];
  needsIdentity = false;
  usable = USABLE;
  lines = LINES;
  outcomes = [];
  sessionStorage.clear();
  await beginSession({ token: "token", user: testUser });
});

afterEach(async () => {
  vi.useRealTimers();
  // Without subscribers before the socket restarts.
  cleanup();
  await endSession();
  push.reconnect();
});

const open = () => renderScreen(<ScreenPage />, to("withdrawCard"));

/** Reviews a withdrawal of 500 euros. */
async function review(): Promise<void> {
  await userEvent.click(await screen.findByRole("radio", { name: "EUR" }));
  await userEvent.type(await screen.findByLabelText(/^Amount/), "500");
  await userEvent.click(screen.getByRole("button", { name: "Review withdrawal" }));
}

async function confirm(): Promise<void> {
  const sheet = within(await screen.findByRole("dialog"));
  await userEvent.type(sheet.getByLabelText("Transaction password"), "secret");
  await userEvent.click(sheet.getByRole("button", { name: /^(Withdraw|Check status)$/ }));
}

it("tells the moment that it is pushed why one was rejected", async () => {
  list = [withdrawal];
  await open();
  expect(await screen.findByText("Arrived")).toBeVisible();
  list = [{ ...withdrawal, status: 2, reason: "holder_differs" }];
  await waitFor(() => expect(host.sockets.at(-1)).toBeDefined());
  const socket = host.sockets.at(-1);
  const message = { ...withdrawal, kind: "withdrawal", status: 2, reason: "holder_differs" };
  act(() => {
    socket?.events.onOpen();
    socket?.events.onFrame(JSON.stringify([{ op: "authenticated" }]));
    socket?.events.onFrame(JSON.stringify([{ topic: "messages", seq: 1, data: message }]));
  });
  expect(await screen.findByText("Rejected")).toBeVisible();
  expect(screen.getByText("That account is in another name.")).toBeVisible();
  expect(screen.queryByText("Arrived")).toBeNull();
});

it("asks for a withdrawal once, under a key, and shows what the server set aside", async () => {
  outcomes = [() => envelope(200, withdrawal)];
  await open();
  await review();
  const sheet = await screen.findByRole("dialog");
  expect(sheet).toHaveTextContent("ToDeutsche Bank ****3000");
  expect(sheet).toHaveTextContent("From Funding520.55 USD");
  expect(sheet).toHaveTextContent("Arrives499.00 EUR");
  await confirm();
  expect(await screen.findByText("Withdrawal requested")).toBeVisible();
  expect(sent).toEqual([
    {
      path: "/withdrawal/withdrawal-apply",
      key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      body: {
        ...{ method: "card", accountId: "7", currency: "EUR", amount: "500" },
        payPassword: "secret",
      },
    },
  ]);
});

it("leads a customer to the check of their identity whom the server does not know yet", async () => {
  const refused = { error: "kyc_required", field: null };
  outcomes = [() => envelope(409, refused, "Verify your identity first.")];
  await open();
  await review();
  await confirm();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await screen.findByText(/^Only customers with a verified identity/)).toBeVisible();
  const link = screen.getByRole("link", { name: "Verify identity" });
  expect(link).toHaveAttribute("href", `#${to("kyc")}`);
  expect(screen.getByLabelText(/^Amount/)).toHaveValue("500");
});

it("goes where the review says, whatever account is saved meanwhile", async () => {
  outcomes = [() => envelope(200, withdrawal)];
  await open();
  await review();
  await screen.findByRole("dialog");
  accounts = [{ ...account, id: "8", bankName: "Another Bank" }, account];
  act(() => {
    window.dispatchEvent(new Event("visibilitychange"));
  });
  const picker = { name: /^To: ?Deutsche Bank/, hidden: true };
  expect(await screen.findByRole("button", picker)).toBeInTheDocument();
  expect(screen.getByRole("dialog")).toHaveTextContent("ToDeutsche Bank ****3000");
  await confirm();
  expect(await screen.findByText("Withdrawal requested")).toBeVisible();
  expect(sent[0]?.body).toMatchObject({ accountId: "7" });
});

it("names the account in full, and goes to another that is chosen from all", async () => {
  accounts = [account, { ...account, id: "8", bankName: "Another Bank" }];
  outcomes = [() => envelope(200, withdrawal)];
  await open();
  await userEvent.click(await screen.findByRole("button", { name: /^To: ?Deutsche Bank/ }));
  const sheet = within(await screen.findByRole("dialog", { name: "Withdraw to" }));
  expect(sheet.getByRole("button", { pressed: true })).toHaveTextContent("Deutsche Bank");
  await userEvent.click(sheet.getByRole("button", { name: /Another Bank/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByRole("button", { name: /^To: ?Another Bank/ })).toBeVisible();
  await review();
  await confirm();
  expect(await screen.findByText("Withdrawal requested")).toBeVisible();
  expect(sent[0]?.body).toMatchObject({ accountId: "8" });
});

it("repeats one without an answer under its own key, and stores no pay password", async () => {
  await open();
  await review();
  await confirm();
  expect(await screen.findByText(/your withdrawal can't be requested twice\./)).toBeVisible();
  const [entry] = unansweredOf(testUser.id).list();
  expect(entry).toMatchObject({
    action: "/withdrawal/withdrawal-apply",
    subject: "Deutsche Bank ****3000",
  });
  expect(JSON.stringify({ ...localStorage, entry })).not.toContain("secret");
  outcomes = [() => envelope(200, withdrawal)];
  await userEvent.click(
    within(screen.getByRole("dialog")).getByRole("button", { name: "Check status" }),
  );
  expect(await screen.findByText("Withdrawal requested")).toBeVisible();
  expect(sent[1]).toEqual(sent[0]);
  expect(unansweredOf(testUser.id).list()).toEqual([]);
});

it("shows what can be withdrawn by lines that add up to it, and what is not in it", async () => {
  await open();
  await userEvent.click(await screen.findByRole("radio", { name: "EUR" }));
  await userEvent.click(await screen.findByRole("button", { name: /How it adds up/ }));
  const sheet = within(await screen.findByRole("dialog"));
  const total = sheet.getByText("Available to withdraw").parentElement as HTMLElement;
  const rows = [...(total.parentElement?.children ?? [])].map((row) =>
    row.lastChild?.textContent?.replace("\u2212", "-"),
  );
  sheet.getByText("1 EUR = 1.0411 USD");
  sheet.getByText(/^Money you pay in can be withdrawn after 2 hours\./);
  expect(sheet.getByText("US stocks account").parentElement).toHaveTextContent("70.00 USD");
  expect(sheet.getByText("Of which not settled yet").parentElement).toHaveTextContent("20.00 USD");
  expect(sheet.getByText("On hold, USDT").parentElement).toHaveTextContent("0.40 USDT");
  const figures = rows.filter((text) => text && /^-?[\d.]+ EUR$/.test(text));
  const amounts = figures.map((text) => (text as string).split(" ")[0] as string);
  expect(amounts).toEqual(["960.52", "-96.05", "-0.01", "864.46"]);
  expect(sum(amounts.slice(0, -1))).toBe(amounts.at(-1));
});

it.each([
  ["864.47", "That's more than you can withdraw.", "More than can be withdrawn"],
  ["1.99", "The minimum is 2.00 EUR.", "Enter more"],
])("does not ask for %s", async (amount, error, button) => {
  await open();
  await userEvent.click(await screen.findByRole("radio", { name: "EUR" }));
  await screen.findByText("At least 2.00 EUR.");
  await userEvent.type(screen.getByLabelText(/^Amount/), amount);
  expect(await screen.findByText(error)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: button }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it.each([
  ["Verify your identity first", true, "864.46"],
  ["Nothing to withdraw", false, "0.00"],
])("says on the button why nothing can be withdrawn: %s", async (reason, identity, amount) => {
  needsIdentity = identity;
  usable = amount;
  await open();
  await userEvent.type(await screen.findByLabelText(/^Amount/), "500");
  await userEvent.click(screen.getByRole("button", { name: reason }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.queryByRole("button", { name: "Review withdrawal" })).toBeNull();
});

it("promises no arrival of an amount that cannot be withdrawn", async () => {
  await open();
  const arrives = () => screen.getByText("Arrives").parentElement;
  await userEvent.type(await screen.findByLabelText(/^Amount/), "5");
  expect(arrives()).toHaveTextContent("5.00 USD");
  await userEvent.type(screen.getByLabelText(/^Amount/), "000");
  expect(arrives()).toHaveTextContent(/^Arrives–$/);
});

it("says before the form what keeps the money back, until it ends", async () => {
  locks = [{ name: "new_address", untilTimestamp: String(Date.now() + 1_500) }];
  await open();
  expect(await screen.findByText("This account is new")).toBeVisible();
  expect(screen.getByText(/^[12] sec left$/)).toBeVisible();
  await userEvent.type(screen.getByLabelText(/^Amount/), "500");
  await userEvent.click(screen.getByRole("button", { name: "Not yet" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  locks = [];
  await waitFor(() => expect(screen.queryByText("This account is new")).toBeNull(), {
    timeout: 4_000,
  });
  expect(screen.getByLabelText(/^Amount/)).toHaveValue("500");
  await userEvent.click(screen.getByRole("button", { name: "Review withdrawal" }));
  expect(await screen.findByRole("dialog")).toBeVisible();
});

it("says beside the figure how much waits for a new account, and until when", async () => {
  locks = [{ name: "new_address", untilTimestamp: String(Date.now() + 60_000) }];
  lines = [...LINES, { name: "new_address", amount: "-864.46" }];
  usable = "0.00";
  await open();
  expect(
    await screen.findByText(/^864\.46 USD is locked for the new account, until .*\d:\d\d\.$/),
  ).toBeVisible();
});

it("says what keeps the money back when a password was changed while the form was filled in", async () => {
  const refused = { error: "cooling_off", field: null };
  outcomes = [() => envelope(409, refused, "Wait.")];
  await open();
  await review();
  await screen.findByRole("dialog");
  locks = [{ name: "cooling_off", untilTimestamp: String(Date.now() + 60_000) }];
  await confirm();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await screen.findByText("Withdrawals pause after a new password")).toBeVisible();
});

it("says before the form that an identity is missing", async () => {
  needsIdentity = true;
  await open();
  expect(await screen.findByRole("link", { name: "Verify identity" })).toBeVisible();
});

it("keeps nothing that was not typed", async () => {
  await open();
  const field = await screen.findByLabelText(/^Amount/);
  expect(sessionStorage).toHaveLength(0);
  await userEvent.type(field, "5");
  const kept = JSON.stringify(sessionStorage);
  cleanup();
  vi.useFakeTimers({ now: Date.now() + 60_000, shouldAdvanceTime: true });
  await open();
  expect(await screen.findByLabelText(/^Amount/)).toHaveValue("5");
  expect(JSON.stringify(sessionStorage)).toBe(kept);
});

it("finds what was typed again after the page was loaded anew, and forgets it once it is sent", async () => {
  await open();
  await userEvent.click(await screen.findByRole("radio", { name: "EUR" }));
  await userEvent.type(await screen.findByLabelText(/^Amount/), "500");
  cleanup();
  await open();
  expect(await screen.findByLabelText(/^Amount/)).toHaveValue("500");
  expect(screen.getByRole("radio", { name: "EUR" })).toBeChecked();
  outcomes = [() => envelope(200, withdrawal)];
  await userEvent.click(screen.getByRole("button", { name: "Review withdrawal" }));
  await confirm();
  expect(await screen.findByText("Withdrawal requested")).toBeVisible();
  expect(sessionStorage).toHaveLength(0);
});

it("fills in all that can be withdrawn", async () => {
  await open();
  await userEvent.click(await screen.findByRole("button", { name: "Maximum" }));
  expect(screen.getByLabelText(/^Amount/)).toHaveValue(USABLE);
});

it("calls one off while it is requested, once it was asked about", async () => {
  list = [withdrawal];
  outcomes = [() => envelope(200, { ...withdrawal, status: 3, endTimestamp: "1795241001000" })];
  await open();
  await userEvent.click(await screen.findByRole("button", { name: "Cancel withdrawal" }));
  const sheet = await screen.findByRole("dialog");
  expect(sheet).toHaveTextContent("Deutsche Bank ****3000500.00 EUR");
  expect(sent).toEqual([]);
  list = [{ ...withdrawal, status: 3, endTimestamp: "1795241001000" }];
  await userEvent.click(within(sheet).getByRole("button", { name: "Cancel withdrawal" }));
  expect(await screen.findByText("Canceled")).toBeVisible();
  expect(sent).toEqual([
    {
      path: "/withdrawal/cancel",
      key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      body: { id: "9" },
    },
  ]);
  expect(screen.queryByRole("button", { name: "Cancel withdrawal" })).toBeNull();
});

it("says of a coin that the server does not send", async () => {
  accounts = [
    { ...account, type: "wallet", accountNumber: null, address: "****abcd", currency: "BTC" },
  ];
  host.answer = (request) =>
    request.url.includes("getUsableWithdrawalAmount")
      ? envelope(422, { error: "currency_unsupported", field: "currency" }, "No.")
      : answer(request);
  await renderScreen(<ScreenPage />, to("withdrawWallet"));
  expect(await screen.findByText("BTC can't be withdrawn this way.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Review withdrawal" })).toBeDisabled();
});

it("has the first account saved first", async () => {
  accounts = [];
  await open();
  expect(await screen.findByRole("link", { name: "Add a bank account or card" })).toHaveAttribute(
    "href",
    expect.stringContaining(to("bankAccount")),
  );
});

it("has the pay password set first", async () => {
  await beginSession({ token: "token", user: { ...testUser, payPasswordSet: false } });
  await open();
  expect(await screen.findByText("No withdrawals yet.")).toBeVisible();
  expect(screen.queryByLabelText(/^Amount/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Review withdrawal" })).toBeNull();
});

it.each([
  ["all of it", false],
  ["all but the saved accounts", true],
])(
  "says once that %s could not be read, and asks for all of that again",
  async (_, hasAccounts) => {
    list = [withdrawal];
    host.answer = async (request) => {
      if (hasAccounts && request.url.includes("/UserAccount/")) return answer(request);
      throw new TypeError("Failed to fetch");
    };
    await open();
    await waitFor(() => expect(screen.queryByText("Withdrawals")).toBeNull());
    expect(screen.getAllByRole("alert")).toHaveLength(1);
    host.answer = answer;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByLabelText(/^Amount/)).toBeVisible();
    expect(await screen.findByText("Arrived")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  },
);

it("says of the withdrawals alone that they could not be read where the rest could", async () => {
  host.answer = async (request) => {
    if (!request.url.includes("/withdrawal/listPage")) return answer(request);
    throw new TypeError("Failed to fetch");
  };
  await open();
  expect(await screen.findByLabelText(/^Amount/)).toBeVisible();
  expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
});
