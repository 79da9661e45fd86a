import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
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

const NOTHING = "Withdrawals to it aren't available right now.";

/** The server's answer on the usable amount. */
let answer: () => Response;
/** The addresses that were to be deleted. */
let deleted: unknown[];

beforeEach(async () => {
  answer = () => envelope(200, usable);
  deleted = [];
  installPlatform().answer = async (request) => {
    const path = new URL(request.url).pathname;
    if (path === "/UserAccount/SelectCardNo") return envelope(200, [bitcoins, dollars]);
    if (path === "/withdrawal/getUsableWithdrawalAmount") return answer();
    if (path === "/UserAccount/delete-card") {
      deleted.push(await request.json());
      return envelope(200, null);
    }
    return envelope(404, { error: "url_unknown" });
  };
  sessionStorage.clear();
  await beginSession({ token: "token", user: testUser });
});

afterEach(() => endSession());

/** The choices of a group, and the chosen one. */
async function choices(name: string) {
  const group = within(await screen.findByRole("radiogroup", { name }));
  const all = group.getAllByRole<HTMLInputElement>("radio");
  const nameOf = (choice?: HTMLInputElement) => choice?.labels?.[0]?.textContent;
  return [all.map((choice) => nameOf(choice)), nameOf(all.find(({ checked }) => checked))];
}

it("offers for a new address the coins that the server sends, each on its chains", async () => {
  await renderScreen(<ScreenPage />, to("walletAddress"));
  expect(await choices("Currency")).toEqual([["USDT", "USDC"], "USDT"]);
  expect(await choices("Network")).toEqual([
    ["TRON (TRC-20)", "Ethereum (ERC-20)"],
    "TRON (TRC-20)",
  ]);
  await userEvent.click(screen.getByRole("radio", { name: "USDC" }));
  expect(await choices("Network")).toEqual([["Ethereum (ERC-20)"], "Ethereum (ERC-20)"]);
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

/** An older server does not list its coins; another fails to tell the usable amount, for example without a rate. */
const silent: [string, () => Response][] = [
  ["an older server", () => envelope(200, { ...usable, sent: undefined })],
  ["none that can tell", () => envelope(422, { error: "currency_unsupported" }, "Not now.")],
];

it.each(silent)(
  "opens a saved address and deletes it on %s, and claims nothing of it",
  async (_name, reply) => {
    answer = reply;
    await renderScreen(<ScreenPage />, to("walletAddress", { id: "7" }));
    expect(await choices("Currency")).toEqual([["BTC"], "BTC"]);
    expect(await choices("Network")).toEqual([["Bitcoin"], "Bitcoin"]);
    expect(screen.queryByText(NOTHING)).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Delete this account" }));
    const sheet = within(await screen.findByRole("dialog"));
    await userEvent.type(sheet.getByLabelText("Transaction password"), "secret");
    await userEvent.click(sheet.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(deleted).toEqual([{ id: "7", payPassword: "secret" }]));
  },
);

it("keeps a saved address open while that is asked again", async () => {
  answer = () => envelope(422, { error: "currency_unsupported" }, "Not now.");
  await renderScreen(<ScreenPage />, to("walletAddress", { id: "8" }));
  const field = await screen.findByLabelText(/^Address/);
  answer = () => envelope(200, usable);
  act(() => void window.dispatchEvent(new Event("visibilitychange")));
  await waitFor(async () => expect((await choices("Currency"))[0]).toEqual(["USDT", "USDC"]));
  expect(field).toBeInTheDocument();
});

it.each([
  ["none", []],
  ["only cards", [{ method: "card", currency: "USD", chains: [] }]],
  ["what it does not say", undefined],
])("offers no new address where the server sends %s", async (_name, sent) => {
  answer = () => envelope(200, { ...usable, sent });
  await renderScreen(<ScreenPage />, to("walletAddress"));
  expect(
    await screen.findByText("Digital currency addresses can't be added right now."),
  ).toBeVisible();
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
});

it("says so in the list too", async () => {
  await renderScreen(<ScreenPage />, to("payouts"));
  expect(await screen.findByText(NOTHING)).toBeVisible();
  expect(screen.getByRole("link", { name: /BTC/ })).toHaveTextContent(NOTHING);
  expect(screen.getByRole("link", { name: /USDC/ })).not.toHaveTextContent(NOTHING);
});
