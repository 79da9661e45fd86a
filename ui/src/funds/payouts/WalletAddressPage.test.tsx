import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";

const bitcoins = {
  ...{ id: "7", type: "wallet", currency: "BTC", chain: "bitcoin", address: "****f3t4" },
  ...{ createTimeTimestamp: "5", modifyTimeTimestamp: "5" },
};

const dollars = { ...bitcoins, id: "8", currency: "USDC", chain: "ethereum", address: "****eAed" };

const usable = {
  ...{ currency: "USD", usable: "0.00", lines: [], rate: null, methods: [], locks: [] },
  ...{ identityRequired: false, suspense: [], addressLockSeconds: 0 },
  ...{ coolingOffSeconds: 0, creditHoldSeconds: 0 },
  sent: [
    { method: "card", currency: "USD", chains: [] },
    { method: "wallet", currency: "USDT", chains: ["tron", "ethereum"] },
    { method: "wallet", currency: "USDC", chains: ["ethereum"] },
  ],
};

const NOTHING = "Nothing is sent there at present.";

beforeEach(async () => {
  installPlatform().answer = (request) => {
    const path = new URL(request.url).pathname;
    if (path === "/UserAccount/SelectCardNo") return envelope(200, [bitcoins, dollars]);
    if (path === "/withdrawal/getUsableWithdrawalAmount") return envelope(200, usable);
    return envelope(404, { error: "url_unknown" });
  };
  sessionStorage.clear();
  await beginSession({ token: "token", user: testUser });
});

afterEach(() => endSession());

/** What can be chosen of a kind, and what is chosen. */
async function choices(name: string) {
  const group = within(await screen.findByRole("radiogroup", { name }));
  const all = group.getAllByRole<HTMLInputElement>("radio");
  const nameOf = (choice?: HTMLInputElement) => choice?.labels?.[0]?.textContent;
  return [all.map((choice) => nameOf(choice)), nameOf(all.find(({ checked }) => checked))];
}

it("offers for a new address the coins that the server sends, each on its chains", async () => {
  await renderScreen(<ScreenPage />, to("walletAddress"));
  expect(await choices("Currency")).toEqual([["USDT", "USDC"], "USDT"]);
  expect(await choices("Network")).toEqual([["TRON", "Ethereum"], "TRON"]);
  await userEvent.click(screen.getByRole("radio", { name: "USDC" }));
  expect(await choices("Network")).toEqual([["Ethereum"], "Ethereum"]);
});

it("says of a saved address that nothing is sent there, and keeps its coin", async () => {
  await renderScreen(<ScreenPage />, to("walletAddress", { id: "7" }));
  expect(await screen.findByText(NOTHING)).toBeVisible();
  expect(await choices("Currency")).toEqual([["USDT", "USDC", "BTC"], "BTC"]);
  expect(await choices("Network")).toEqual([["Bitcoin"], "Bitcoin"]);
  cleanup();
  await renderScreen(<ScreenPage />, to("walletAddress", { id: "8" }));
  expect(await choices("Currency")).toEqual([["USDT", "USDC"], "USDC"]);
  expect(screen.queryByText(NOTHING)).toBeNull();
});

it("says so in the list too", async () => {
  await renderScreen(<ScreenPage />, to("payouts"));
  expect(await screen.findByText(NOTHING)).toBeVisible();
  expect(screen.getByRole("link", { name: /BTC/ })).toHaveTextContent(NOTHING);
  expect(screen.getByRole("link", { name: /USDC/ })).not.toHaveTextContent(NOTHING);
});
