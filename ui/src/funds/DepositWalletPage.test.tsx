import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";

const channel = (currency: string, network: string) => ({
  ...{ channel: "wallet", currency, network, confirmations: 3, paper: true },
  ...{ minAmount: "1.00", maxAmount: "10000000.00", creditCurrency: "USD" },
  ...{ rate: "1.0000", rateSource: "paper_par", rateSince: "2025-01-01" },
});

const deposit = (id: string, status: number, confirmations: number) => ({
  ...{ id, channel: "wallet", currency: "USDT", amount: `${id}.00`, status },
  ...{ creditAmount: null, creditCurrency: "USD", rate: null, reason: null },
  ...{ createTimeTimestamp: "1795241000000", network: "Ethereum (ERC-20)" },
  ...{ transaction: "d8a73edf685250c7", outputIndex: 0, confirmations, confirmationsNeeded: 3 },
});

const inSuspense = {
  ...{ currency: "USDT", amount: "0.40", minAmount: "1.00" },
  ...{ creditAmount: "0.40", creditCurrency: "USD" },
};

interface Sent {
  path: string;
  body: object;
  key: string | null;
}

let sent: Sent[];
let isPaper: boolean;
let waiting: object[];
let release: () => Response;

async function answer(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname;
  const body =
    request.method === "POST"
      ? await request
          .clone()
          .json()
          .catch(() => ({}))
      : {};
  switch (path) {
    case "/recharge/currency/selectList":
      return envelope(200, [
        channel("USDT", "Ethereum (ERC-20)"),
        channel("USDT", "TRON (TRC-20)"),
        channel("USDC", "Ethereum (ERC-20)"),
      ]);
    case "/recharge/address":
      return envelope(200, {
        ...{ ...body, address: `own-${body.network}`, confirmations: 3, paper: isPaper },
        ...{ minAmount: "1.00", maxAmount: "10000000.00", warning: "asset_recovery" },
      });
    case "/recharge/listPage":
      return envelope(200, {
        list: [deposit("250", 0, 2), deposit("7", 1, 5)],
        page: { pageNum: 1, pageSize: 30, total: 2 },
      });
    case "/recharge/suspense":
      return envelope(200, waiting);
    case "/recharge/releaseSuspense":
      sent.push({ path, body, key: request.headers.get("Idempotency-Key") });
      return release();
    case "/recharge/simulate":
      sent.push({ path, body, key: request.headers.get("Idempotency-Key") });
      return envelope(200, { transaction: "ab" });
    default:
      return envelope(404, { error: "url_unknown" });
  }
}

beforeEach(async () => {
  sent = [];
  isPaper = true;
  waiting = [inSuspense];
  release = () => envelope(200, { creditAmount: "0.40", creditCurrency: "USD" });
  installPlatform().answer = answer;
  await beginSession({ token: "token", user: testUser });
});

afterEach(() => endSession());

const open = () => renderScreen(<ScreenPage />, to("depositWallet"));

it("shows the customer's own address on the chosen chain, as text and as a code", async () => {
  await open();
  expect(await screen.findByText("own-Ethereum (ERC-20)")).toBeVisible();
  await userEvent.click(screen.getByRole("radio", { name: "TRON (TRC-20)" }));
  expect(await screen.findByText("own-TRON (TRC-20)")).toBeVisible();
  expect(screen.getByRole("img", { name: /own-TRON/ })).toBeVisible();
  expect(
    screen.getByText(/^Send only USDT on TRON \(TRC\u201120\) to this address\./),
  ).toBeVisible();
  await userEvent.click(screen.getByRole("radio", { name: "USDC" }));
  expect(await screen.findByText("own-Ethereum (ERC-20)")).toBeVisible();
});

it("says how far coins are confirmed that are on their way", async () => {
  await open();
  expect(await screen.findByText("2 of 3 confirmations")).toBeVisible();
  expect(screen.getByText("Completed")).toBeVisible();
});

it("credits what stands in suspense when it is asked to, and once however often", async () => {
  release = () => {
    throw new TypeError("Failed to fetch");
  };
  await open();
  expect(await screen.findByText(/^Below the 1\.00 USDT minimum\./)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Credit now" }));
  expect(await screen.findByText(/^We didn't get a response\./)).toBeVisible();
  release = () => envelope(200, { creditAmount: "0.40", creditCurrency: "USD" });
  // The card asks under the same key. The list of all that got no answer leaves that to it.
  await userEvent.click(screen.getByRole("button", { name: "Check status" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[0]).toMatchObject({ body: { currency: "USDT" }, key: expect.any(String) });
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

it("leaves it to the list of what got no answer where no card is left to ask", async () => {
  release = () => {
    waiting = [];
    throw new TypeError("Failed to fetch");
  };
  await open();
  await userEvent.click(await screen.findByRole("button", { name: "Credit now" }));
  expect(await screen.findByText(/USDT.*: no response yet/)).toBeVisible();
  expect(screen.getAllByRole("button", { name: "Check status" })).toHaveLength(1);
  expect(screen.queryByText(/^Below the/)).toBeNull();
});

it("sends a test payment below the minimum on a simulated chain", async () => {
  await open();
  await userEvent.type(await screen.findByRole("textbox"), "0.4");
  await userEvent.click(screen.getByRole("button", { name: "Send paper coins" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    path: "/recharge/simulate",
    body: { currency: "USDT", network: "Ethereum (ERC-20)", amount: "0.4" },
    key: expect.any(String),
  });
});

it("offers no test payment, and says nothing of paper, on a real chain", async () => {
  isPaper = false;
  await open();
  expect(await screen.findByText("own-Ethereum (ERC-20)")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Send paper coins" })).toBeNull();
  expect(screen.queryByText(/simulated/)).toBeNull();
});
