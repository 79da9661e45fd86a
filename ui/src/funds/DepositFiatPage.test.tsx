import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { toasts } from "@/ui/toast";

const channel = (currency: string, rate: string, rateSource: string | null) => ({
  channel: "fiat",
  currency,
  network: null,
  minAmount: "1.00",
  maxAmount: "10000000.00",
  creditCurrency: "USD",
  rate,
  rateSource,
  rateSince: rateSource && "2025-02-28",
  confirmations: null,
  paper: true,
  proofNeeded: false,
});

let sent: (string | null)[];
/** The server's answer on who decides; undefined while it does not answer. */
let hasAutopilot: boolean | undefined;
let created: () => Response;

beforeEach(async () => {
  sessionStorage.clear();
  const host = installPlatform();
  sent = [];
  hasAutopilot = undefined;
  const offered = [channel("USD", "1.0000", null), channel("EUR", "1.0411", "ecb_reference")];
  host.answer = (request) => {
    const path = new URL(request.url).pathname;
    if (path === "/recharge/currency/selectList") return envelope(200, offered);
    if (path === "/withdrawal/times" && hasAutopilot !== undefined) {
      return envelope(200, { days: 30, isPaper: true, hasAutopilot, methods: [] });
    }
    if (path !== "/recharge/create") return envelope(404, { error: "url_unknown" });
    sent.push(request.headers.get("Idempotency-Key"));
    return created();
  };
  await beginSession({ token: "token", user: testUser });
  await renderScreen(<ScreenPage />, to("depositFiat"));
});

afterEach(() => endSession());

it("says at which rate, of which day and source, another currency is credited", async () => {
  expect(
    await screen.findByText("Minimum 1.00 USD. Smaller deposits aren't credited."),
  ).toBeVisible();
  expect(screen.queryByText("Exchange rate")).toBeNull();
  await userEvent.click(screen.getByText("EUR"));
  expect(await screen.findByText("1 EUR = 1.0411 USD")).toBeVisible();
  expect(screen.getByText(/European Central Bank, in force since 28 Feb 2025\./)).toBeVisible();
  await userEvent.type(screen.getByRole("textbox"), "100.01");
  expect(screen.getByText("104.12 USD")).toBeVisible();
  expect(screen.getByText(/, estimate$/)).toBeVisible();
  expect(screen.getByText("The rate when it's credited applies.")).toBeVisible();
});

it.each([
  [true, ["Deposits are reviewed and credited automatically."]],
  [false, ["Two people review each deposit before it's credited."]],
  [undefined, []],
])("says who decides on paper money as the server says it: autopilot %s", async (says, said) => {
  cleanup();
  hasAutopilot = says;
  await renderScreen(<ScreenPage />, to("depositFiat"));
  expect(await screen.findByText("Nothing real is sent or received.")).toBeVisible();
  const sentence = /deposits are reviewed|review each deposit/i;
  await waitFor(() =>
    expect(screen.queryAllByText(sentence).map(({ textContent }) => textContent)).toEqual(said),
  );
});

it("finds what was typed again after the page was loaded anew, and forgets it once it is sent", async () => {
  created = () => envelope(200, {});
  await userEvent.click(await screen.findByText("EUR"));
  await userEvent.type(screen.getByRole("textbox"), "250");
  cleanup();
  await renderScreen(<ScreenPage />, to("depositFiat"));
  expect(await screen.findByRole("textbox")).toHaveValue("250");
  expect(screen.getByText("1 EUR = 1.0411 USD")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Deposit paper money" }));
  await waitFor(() => expect(window.location.hash).toBe(`#${to("depositRecord")}`));
  cleanup();
  await renderScreen(<ScreenPage />, to("depositFiat"));
  expect(await screen.findByRole("textbox")).toHaveValue("");
});

it("begins with the currency and the amount of a deposit that is submitted again", async () => {
  await userEvent.type(await screen.findByRole("textbox"), "5");
  cleanup();
  await renderScreen(<ScreenPage />, to("depositFiat", { currency: "EUR", amount: "1000.00" }));
  expect(await screen.findByRole("textbox")).toHaveValue("1000.00");
  expect(screen.getByText("1 EUR = 1.0411 USD")).toBeVisible();
  await userEvent.type(screen.getByRole("textbox"), "{Backspace}1");
  cleanup();
  await renderScreen(<ScreenPage />, to("depositFiat", { currency: "EUR", amount: "1000.00" }));
  expect(await screen.findByRole("textbox")).toHaveValue("1000.01");
  await userEvent.click(screen.getByText("USD"));
  expect(screen.getByRole("textbox")).toHaveValue("5");
});

it("says when no answer came, and sends the same deposit under the same key again", async () => {
  created = () => {
    throw new TypeError("Failed to fetch");
  };
  await userEvent.type(await screen.findByRole("textbox"), "100");
  await userEvent.click(screen.getByRole("button", { name: "Deposit paper money" }));
  expect(await screen.findByText(/your deposit can't be recorded twice\./)).toBeVisible();
  created = () => envelope(200, {});
  await userEvent.click(screen.getByRole("button", { name: "Check status" }));
  await waitFor(() => expect(window.location.hash).toBe(`#${to("depositRecord")}`));
  expect(sent[1]).toBe(sent[0]);
});

describe("the same deposit as one that got no answer", () => {
  const amount = () => screen.findByRole("textbox");

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 10, 20, 10, 32, 5) });
    toasts.set([]);
    created = () => {
      throw new TypeError("Failed to fetch");
    };
    await userEvent.type(await amount(), "100");
    await userEvent.click(screen.getByRole("button", { name: "Deposit paper money" }));
    await screen.findByText("Sent at 10:32:05.");
    cleanup();
    vi.setSystemTime(new Date(2026, 10, 20, 10, 40));
    created = () => envelope(200, {});
    await renderScreen(<ScreenPage />, to("depositFiat"));
    await userEvent.clear(await amount());
    await userEvent.type(await amount(), "100.00");
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it("is told before anything is sent, and found out about as the one that it is", async () => {
    expect(screen.getByText("Sent at 10:32:05.")).toBeVisible();
    expect(screen.queryByText(/no response yet/)).toBeNull();
    expect(sent).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "Check status" }));
    await waitFor(() => expect(window.location.hash).toBe(`#${to("depositRecord")}`));
    expect(sent[1]).toBe(sent[0]);
    expect(toasts.get().map(({ text }) => text)).toEqual(["This is your deposit from 10:32:05."]);
  });

  it("is a second one where the customer says so", async () => {
    await userEvent.click(screen.getByRole("button", { name: "Submit as new" }));
    await waitFor(() => expect(window.location.hash).toBe(`#${to("depositRecord")}`));
    expect(sent[1]).not.toBe(sent[0]);
    expect(toasts.get()).toEqual([]);
  });

  it("is not what another amount means, beside which the earlier one is still shown", async () => {
    await userEvent.type(await amount(), "{Backspace}1");
    expect(screen.getByRole("button", { name: "Deposit paper money" })).toBeEnabled();
    expect(screen.getByText(/^Deposit 100\.00 USD, 10:32:05 \S+: no response yet$/)).toBeVisible();
  });
});
