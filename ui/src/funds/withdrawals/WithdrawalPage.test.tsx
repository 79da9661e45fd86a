import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";

const requested = {
  ...{ id: "9", method: "card", accountId: "7", destination: "****3000", status: 0 },
  ...{ bankName: "Deutsche Bank", currency: "USD", amount: "500.00", fee: "0.00" },
  ...{ netAmount: "500.00", debitAmount: "500.00", debitCurrency: "USD", rate: null },
  ...{ reason: null as string | null, createTimeTimestamp: "1795241000000" },
};
const approved = {
  ...{ ...requested, status: 4, reviewTimestamp: "1795241003000", reviewedBy: "autopilot" },
};
const sent = { ...approved, status: 5, sentTimestamp: "1795241006000" };
const ended = { status: 2, endTimestamp: "1795241009000" };

const step = (name: string, count: number | null, seconds: number | null) => ({
  ...{ step: name, count, medianSeconds: seconds, slowestSeconds: seconds && seconds * 61 },
});
const times = {
  ...{ days: 30, isPaper: true },
  methods: [
    { method: "card", steps: [step("review", 5, 4), step("sending", null, null)] },
    { method: "wallet", steps: [step("review", null, null)] },
  ],
};

let withdrawal: object;
let hasAutopilot: boolean;

beforeEach(async () => {
  hasAutopilot = true;
  const host = installPlatform();
  host.answer = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/withdrawal/detail") return envelope(200, withdrawal);
    if (pathname === "/withdrawal/times") return envelope(200, { ...times, hasAutopilot });
    return envelope(404, { error: "url_unknown" });
  };
  await beginSession({ token: "token", user: testUser });
});
afterEach(() => endSession());

const open = (shown: object) => {
  withdrawal = shown;
  return renderScreen(<ScreenPage />, to("withdrawal", { id: "9" }));
};

it("says what comes next, how long that takes, and lets it be called off", async () => {
  open(requested);
  expect(
    await screen.findByText("usually within 4 sec · at most 4 min 4 sec so far"),
  ).toBeVisible();
  expect(screen.getByText(/In paper mode the review is automatic/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Cancel withdrawal" }));
  expect(await screen.findByText("Cancel this withdrawal?")).toBeVisible();
});

it("says that two people decide next where there is no autopilot, of paper too", async () => {
  hasAutopilot = false;
  open(requested);
  expect(await screen.findByText(/^usually within/)).toBeVisible();
  expect(screen.getByText(/^Two people review it next/)).toBeVisible();
});

it("says nothing of a part that too few have gone, and cannot be called off any more", async () => {
  open(approved);
  expect(await screen.findByText(/^It's about to be sent/)).toBeVisible();
  expect(screen.queryByText(/usually within/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Cancel withdrawal" })).toBeNull();
  expect(screen.getByText("Automatic (paper mode)")).toBeVisible();
});

it.each([
  ["simulated", /no bank or network will report it\.$/],
  ["by_hand", /Your bank tells you when it arrives\.$/],
])(
  "promises a notice of a bank only of a payment that one carries out: %s",
  async (sentBy, says) => {
    open({ ...sent, sentBy });
    expect(await screen.findByText(says)).toBeVisible();
  },
);

it("shows how it was sent and what shows it", async () => {
  open({ ...sent, sentBy: "by_hand", reference: "0xab" });
  expect(await screen.findByText("Manually")).toBeVisible();
  expect(screen.getByText("0xab")).toBeVisible();
  expect(screen.getByRole("button", { name: "Copy reference" })).toBeVisible();
});

it.each([
  [{ ...approved, ...ended, reason: "holder_differs" }, "Rejected", /in your own name/],
  [{ ...sent, ...ended, reason: "account_closed" }, "Returned", /Delete the saved account/],
  [{ ...sent, ...ended, reason: "returned" }, "Returned", /before you withdraw there again/],
])("says why it came to nothing and what to do: %#", async (shown, title, advice) => {
  open(shown);
  expect(await screen.findByText(advice)).toBeVisible();
  expect(screen.getAllByText(title)).toHaveLength(2);
  expect(screen.getByRole("link", { name: "Withdraw again" })).toBeVisible();
});

it.each([
  ["0.00", "The full amount is back in your funding account."],
  ["1.00", "The full amount is back in your funding account, fee included."],
])("says of a fee of %s whether it came back", async (fee, said) => {
  open({ ...sent, ...ended, fee, reason: "returned" });
  expect(await screen.findByText(said)).toBeVisible();
});

it("leads to another account first where the saved one was the reason", async () => {
  open({ ...approved, ...ended, reason: "holder_differs" });
  const again = await screen.findByRole("link", { name: "Withdraw again" });
  expect(again.nextElementSibling).toHaveTextContent("Saved accounts");
  cleanup();
  open({ ...approved, ...ended, reason: "not_authorised" });
  const accounts = await screen.findByRole("link", { name: "Saved accounts" });
  expect(accounts.nextElementSibling).toHaveTextContent("Withdraw again");
});

it.each([
  [requested, "Arrives"],
  [{ ...sent, ...ended, status: 1 }, "Arrived"],
  [{ ...requested, ...ended, status: 3 }, "Available again in Funding"],
  [{ ...approved, ...ended, reason: "holder_differs" }, "Available again in Funding"],
])("promises no arrival of what came to nothing: %#", async (shown, outcome) => {
  open(shown);
  const outcomes = () =>
    screen
      .getAllByText(/^(Arrives|Arrived|(Back|Available again) in Funding)$/, { selector: "dt" })
      .map((term) => term.parentElement?.textContent);
  await screen.findByText("Withdrawal number");
  expect(outcomes()).toEqual([`${outcome}500.00 USD`]);
  expect(screen.queryAllByText("From Funding")).toHaveLength(outcome.startsWith("Arr") ? 1 : 0);
});

it("publishes times, and says so where they are of too few or of paper", async () => {
  endSession();
  renderScreen(<ScreenPage />, to("withdrawalTimes"));
  expect(await screen.findByText(/paper-money times.*the review is automatic/)).toBeVisible();
  const card = screen.getByText("To a bank account or card").closest("section");
  if (!card) throw new Error("a section each");
  expect(within(card).getByText("4 min 4 sec")).toBeVisible();
  expect(within(card).getByText("Fewer than 5 so far")).toBeVisible();
  expect(screen.getByText("Fewer than 5 withdrawals in the last 30 days.")).toBeVisible();
});

it("says of times of paper that two people decided where there is no autopilot", async () => {
  hasAutopilot = false;
  endSession();
  renderScreen(<ScreenPage />, to("withdrawalTimes"));
  expect(await screen.findByText(/paper-money times\. Two people review/)).toBeVisible();
});
