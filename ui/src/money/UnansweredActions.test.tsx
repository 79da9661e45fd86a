import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Unanswered } from "@/api/unanswered";
import { unansweredOf } from "@/api/unanswered";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { UnansweredActions } from "./UnansweredActions";

/** The name of this machine's time zone, in which the moments below are made. */
const ZONE = new Intl.DateTimeFormat("en-GB", { timeZoneName: "short" })
  .formatToParts(new Date(2026, 10, 20))
  .find(({ type }) => type === "timeZoneName")?.value;

interface Sent {
  path: string;
  key: string | null;
  body: string;
}

/** Half past ten in the morning, by the customer's clock. */
const SINCE = new Date(2026, 10, 20, 10, 32, 5).getTime();

const order = {
  id: "9",
  orderType: 1,
  status: 1,
  version: 1,
  quantity: "10",
  filledQuantity: "10",
  avgPrice: "180.05",
  price: "180.05",
  fee: "0.00",
  reason: null,
};

const sent: Sent[] = [];
let answer: () => Response;

const entry = (own: Partial<Unanswered>): Unanswered => ({
  action: "/stock/create",
  // Spelt unlike any screen's output: a repetition sends the stored body.
  body: '{"price":"180.050","stockCode":"AAPL","market":"UsStock","direction":0,"orderType":1,"quantity":"10"}',
  key: "0190a6c2-7b1e-7cc3-98c4-dc0c0c07398f",
  since: SINCE,
  ...own,
});

const entries = () => unansweredOf(testUser.id).list();
const row = async (text: string | RegExp) =>
  within((await screen.findByText(text)).closest("li") as HTMLElement);

async function open(...list: Partial<Unanswered>[]): Promise<void> {
  for (const own of list) unansweredOf(testUser.id).add(entry(own));
  await renderScreen(<UnansweredActions />, to("trade"));
}

beforeEach(async () => {
  const host = installPlatform();
  vi.useFakeTimers({ toFake: ["Date"], now: SINCE + 60_000 });
  sent.length = 0;
  answer = () => envelope(200, order);
  host.answer = async (request) => {
    const path = new URL(request.url).pathname;
    sent.push({ path, key: request.headers.get("Idempotency-Key"), body: await request.text() });
    return answer();
  };
  await beginSession({ token: "token", user: testUser });
});

afterEach(async () => {
  vi.useRealTimers();
  await endSession();
});

it("shows what got no answer, repeats the very same when asked, and says what came of it", async () => {
  await open({});
  const asked = await row(`Buy 10 AAPL at 180.05, 10:32:05 ${ZONE}: no response yet`);
  await userEvent.click(asked.getByRole("button", { name: "Check status" }));
  const found = await row(`Buy 10 AAPL at 180.05, 10:32:05 ${ZONE}: Filled: 10 × 180.05`);
  expect(sent).toEqual([{ path: "/stock/create", key: entry({}).key, body: entry({}).body }]);
  expect(entries()).toEqual([]);
  await userEvent.click(found.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByText(/AAPL/)).toBeNull());
});

it("says why it was refused", async () => {
  answer = () => envelope(409, { error: "insufficient_funds" }, "Not enough.");
  await open({});
  const asked = await row(/no response yet/);
  await userEvent.click(asked.getByRole("button", { name: "Check status" }));
  expect(
    await screen.findByText(`Buy 10 AAPL at 180.05, 10:32:05 ${ZONE}: refused. Not enough.`),
  ).toBeVisible();
  expect(entries()).toEqual([]);
});

it("keeps asking possible while there is still no response", async () => {
  answer = () => envelope(503, { error: "overloaded" });
  await open({});
  const asked = await row(/no response yet/);
  await userEvent.click(asked.getByRole("button", { name: "Check status" }));
  const still = await row(`Buy 10 AAPL at 180.05, 10:32:05 ${ZONE}: still no response`);
  expect(entries()).toEqual([entry({})]);
  answer = () => envelope(200, order);
  await userEvent.click(still.getByRole("button", { name: "Check status" }));
  expect(await screen.findByText(/: Filled/)).toBeVisible();
  expect(sent[1]).toEqual(sent[0]);
});

it("names every kind of action, with the day of one of yesterday", async () => {
  await open(
    { key: "a", since: SINCE - 86_000_000 },
    {
      key: "b",
      action: "/position/flatPosition",
      body: '{"id":"5","quantity":"3"}',
      subject: "MSFT",
    },
    { key: "c", action: "/orders/cancel", body: '{"id":"7"}', subject: "NVDA" },
    {
      key: "d",
      action: "/wallet/transfer",
      body: '{"from":"BALANCE","to":"STOCK","amount":"500"}',
      subject: "USD",
    },
    {
      key: "e",
      action: "/recharge/create",
      body: '{"channel":"fiat","currency":"EUR","amount":"100"}',
    },
    {
      key: "f",
      action: "/withdrawal/withdrawal-apply",
      body: '{"method":"card","accountId":"7","currency":"EUR","amount":"50"}',
      subject: "Deutsche Bank ****3000",
    },
    { key: "g", action: "/withdrawal/cancel", body: '{"id":"9"}', subject: "50.00 EUR" },
    {
      key: "h",
      action: "/orders/amend",
      body: '{"id":"7","price":"179.5","quantity":"12"}',
      subject: "AAPL",
    },
    { key: "i", action: "/orders/amend", body: '{"id":"8","price":"179.5"}', subject: "AAPL" },
    {
      key: "j",
      action: "/crude/create",
      body: '{"stockCode":"EURUSD","direction":1,"orderType":1,"quantity":"10000","price":"1.085","leverage":"10"}',
      subject: "Euro (EURUSD)",
    },
    {
      key: "k",
      action: "/orders/amend",
      body: '{"id":"6","price":"1.0852","quantity":"20000"}',
      subject: "Euro (EURUSD)\nForex\nEURUSD",
    },
    {
      key: "l",
      action: "/position/flatPosition",
      body: '{"id":"4","quantity":"10000"}',
      subject: "Euro (EURUSD)\nForex\nEURUSD",
    },
    {
      key: "m",
      action: "/position/addPositionMargin",
      body: '{"id":"4","amount":"200"}',
      subject: "Euro (EURUSD)",
    },
    {
      key: "n",
      action: "/position/leverage",
      body: '{"id":"4","leverage":"20"}',
      subject: "Euro (EURUSD)",
    },
    {
      key: "o",
      action: "/position/protect",
      body: '{"id":"4","stopLoss":"1.02"}',
      subject: "Euro (EURUSD)",
    },
    {
      key: "p",
      action: "/position/removeMargin",
      body: '{"id":"4","amount":"150"}',
      subject: "Euro (EURUSD)",
    },
    {
      key: "q",
      action: "/position/marginRefill",
      body: '{"id":"5","enabled":false}',
      subject: "ES",
    },
    {
      key: "r",
      action: "/position/marginRefill",
      body: '{"id":"6","enabled":true}',
      subject: "GC",
    },
  );
  await screen.findByText(/Deposit/);
  const texts = screen.getAllByRole("listitem").map((item) => item.firstChild?.textContent);
  expect(texts).toEqual([
    `Buy 10 AAPL at 180.05, 19 Nov 2026, 10:38:45 ${ZONE}: no response yet`,
    `Sell 3 MSFT at market, 10:32:05 ${ZONE}: no response yet`,
    `Cancel the order for NVDA, 10:32:05 ${ZONE}: no response yet`,
    `Transfer 500.00 USD, Funding to US stocks, 10:32:05 ${ZONE}: no response yet`,
    `Deposit 100.00 EUR, 10:32:05 ${ZONE}: no response yet`,
    `Withdraw 50.00 EUR to Deutsche Bank ****3000, 10:32:05 ${ZONE}: no response yet`,
    `Cancel the withdrawal of 50.00 EUR, 10:32:05 ${ZONE}: no response yet`,
    `Modify AAPL: price 179.50 · quantity 12, 10:32:05 ${ZONE}: no response yet`,
    `Modify AAPL: price 179.50, 10:32:05 ${ZONE}: no response yet`,
    `Short 10,000 Euro (EURUSD) at 1.08500, 10:32:05 ${ZONE}: no response yet`,
    `Modify Euro (EURUSD): price 1.08520 · quantity 20,000, 10:32:05 ${ZONE}: no response yet`,
    `Close 10,000 Euro (EURUSD) at market, 10:32:05 ${ZONE}: no response yet`,
    `Add 200.00 margin to Euro (EURUSD), 10:32:05 ${ZONE}: no response yet`,
    `Set Euro (EURUSD) leverage to 20 : 1, 10:32:05 ${ZONE}: no response yet`,
    `Set stop-loss and take-profit for Euro (EURUSD), 10:32:05 ${ZONE}: no response yet`,
    `Remove 150.00 margin from Euro (EURUSD), 10:32:05 ${ZONE}: no response yet`,
    `Switch off automatic top-up for ES, 10:32:05 ${ZONE}: no response yet`,
    `Switch on automatic top-up for GC, 10:32:05 ${ZONE}: no response yet`,
  ]);
});

it("asks for the pay password before it finds out about a transfer", async () => {
  const body = '{"from":"BALANCE","to":"STOCK","amount":"500.00"}';
  answer = () => envelope(422, { error: "pay_password_wrong" }, "Wrong, four tries left.");
  await open({ action: "/wallet/transfer", body, subject: "USD" });
  const asked = await row(/no response yet/);
  await userEvent.click(asked.getByRole("button", { name: "Check status" }));
  const sheet = within(await screen.findByRole("dialog"));
  await userEvent.type(sheet.getByLabelText("Transaction password"), "secret");
  await userEvent.click(sheet.getByRole("button", { name: "Check status" }));
  expect(await sheet.findByText("Wrong, four tries left.")).toBeVisible();
  answer = () => envelope(200, { id: "7", status: 1 });
  await userEvent.click(sheet.getByRole("button", { name: "Check status" }));
  expect(await screen.findByText(/500\.00 USD, .*: Transferred$/)).toBeVisible();
  expect(sent.map(({ key }) => key)).toEqual([entry({}).key, entry({}).key]);
  expect(JSON.parse(sent[1]?.body ?? "")).toEqual({ ...JSON.parse(body), payPassword: "secret" });
  expect(JSON.stringify(entries())).not.toContain("secret");
});

it("shows a customer nothing of another's", async () => {
  unansweredOf("2").add(entry({}));
  await open({ key: "a", action: "/orders/cancel", body: '{"id":"7"}', subject: "NVDA" });
  expect(await screen.findByText(/NVDA/)).toBeVisible();
  expect(screen.queryByText(/AAPL/)).toBeNull();
});
