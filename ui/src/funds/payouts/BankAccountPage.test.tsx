import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { toasts } from "@/ui/toast";

const saved = {
  ...{ id: "7", type: "card", bankName: "Deutsche Bank", accountName: "Ada King" },
  ...{ accountNumber: "****3000", swiftCode: "DEUTDEFF", city: "Bonn" },
  ...{ createTimeTimestamp: "1795241000000", modifyTimeTimestamp: "1795241000000" },
};

const usable = {
  ...{ currency: "USD", usable: "0.00", lines: [], rate: null, methods: [], locks: [] },
  ...{ identityRequired: false, suspense: [], addressLockSeconds: 86_400 },
  ...{ coolingOffSeconds: 86_400, creditHoldSeconds: 0 },
  sent: [{ method: "wallet", currency: "USDC", chains: ["ethereum"] }],
};

let host: FakePlatform;
let account: object;
let sent: { path: string; body: unknown }[];
/** The server's answers to changes, in order. */
let outcomes: (() => Response)[];

async function answer(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname;
  if (path === "/UserAccount/SelectCardNo") return envelope(200, [account]);
  if (path === "/withdrawal/getUsableWithdrawalAmount") return envelope(200, usable);
  if (!path.startsWith("/UserAccount/")) return envelope(404, { error: "url_unknown" });
  sent.push({ path, body: await request.json() });
  return (outcomes.shift() ?? (() => envelope(200, saved)))();
}

const type = async (label: string, text: string) =>
  userEvent.type(await screen.findByLabelText(label), text);
const save = async () => userEvent.click(await screen.findByRole("button", { name: "Save" }));

/** Types the pay password into the sheet. */
async function confirm(password: string, action = "Save"): Promise<void> {
  const sheet = within(await screen.findByRole("dialog"));
  const field = sheet.getByLabelText("Transaction password");
  await userEvent.clear(field);
  await userEvent.type(field, password);
  await userEvent.click(sheet.getByRole("button", { name: action }));
}

beforeEach(async () => {
  host = installPlatform();
  host.answer = answer;
  sent = [];
  outcomes = [];
  account = saved;
  sessionStorage.clear();
  toasts.set([]);
  await beginSession({ token: "token", user: testUser });
});

afterEach(() => endSession());

it("adds an account, and says beside its field what the server refuses", async () => {
  const refused = { error: "iban_invalid", field: "accountNumber" };
  outcomes = [() => envelope(422, refused, "This IBAN is not right."), () => envelope(200, saved)];
  await renderScreen(<ScreenPage />, to("bankAccount"));
  await type("Account holder", "Ada King");
  await type("Bank", "Deutsche Bank");
  await type("IBAN or account number", "DE00");
  await save();
  await confirm("secret");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const field = screen.getByLabelText("IBAN or account number");
  expect(field).toHaveAccessibleDescription("This IBAN is not right.");
  await userEvent.type(field, "1");
  await save();
  await confirm("secret");
  await waitFor(() => expect(toasts.get().map(({ text }) => text)).toContain("Account saved"));
  const body = { type: "card", accountName: "Ada King", bankName: "Deutsche Bank" };
  expect(sent.map((call) => call.body)).toEqual([
    { ...body, accountNumber: "DE00", payPassword: "secret" },
    { ...body, accountNumber: "DE001", payPassword: "secret" },
  ]);
});

it("says what is missing before it asks for the pay password", async () => {
  await renderScreen(<ScreenPage />, to("bankAccount"));
  await type("Bank", "Deutsche Bank");
  await save();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByLabelText("Account holder")).toHaveAccessibleDescription(
    "Enter the account holder's name.",
  );
  expect(screen.getByLabelText("Bank")).toBeValid();
});

it("says what is wrong in a summary too, whose lines lead to the fields", async () => {
  await renderScreen(<ScreenPage />, to("bankAccount"));
  await type("City", "Bonn");
  await save();
  const summary = within(
    (await screen.findByText("3 entries need your attention")).closest("div[role]") as HTMLElement,
  );
  await userEvent.click(summary.getByRole("button", { name: "Bank" }));
  expect(screen.getByLabelText("Bank")).toHaveFocus();
});

it("folds away what few banks ask for, until it is asked for or wrong", async () => {
  await renderScreen(<ScreenPage />, to("bankAccount"));
  await type("Account holder", "Ada King");
  await type("Bank", "Deutsche Bank");
  await type("IBAN or account number", "DE89370400440532013000");
  const fold = screen.getByRole("button", { name: "If your bank asks for it" });
  expect(screen.getByLabelText("City")).not.toBeVisible();
  await userEvent.click(fold);
  expect(screen.getByLabelText("City")).toBeVisible();
  await userEvent.click(fold);
  expect(screen.getByLabelText("City")).not.toBeVisible();
  outcomes = [() => envelope(422, { error: "text_invalid", field: "city" }, "Not a city.")];
  await save();
  await confirm("secret");
  expect(await screen.findByText("Not a city.")).toBeVisible();
  expect(fold).toHaveAttribute("aria-expanded", "true");
});

it("says before how long a new account waits, and of a locked one until when", async () => {
  await renderScreen(<ScreenPage />, to("bankAccount"));
  expect(await screen.findByText(/you can't withdraw to it for 24 hours/)).toBeVisible();
  cleanup();
  account = { ...saved, lockedUntilTimestamp: String(Date.now() + 3_600_000) };
  await renderScreen(<ScreenPage />, to("bankAccount", { id: "7" }));
  expect(await screen.findByText("This account is new")).toBeVisible();
  cleanup();
  await renderScreen(<ScreenPage />, to("payouts"));
  expect(await screen.findByRole("link", { name: /Locked until/ })).toBeVisible();
});

it("finds what was typed again after the page was loaded anew, for each account by itself", async () => {
  await renderScreen(<ScreenPage />, to("bankAccount"));
  await userEvent.click(await screen.findByRole("radio", { name: "Card" }));
  await type("Card number", "4111");
  cleanup();
  await renderScreen(<ScreenPage />, to("bankAccount"));
  expect(await screen.findByLabelText("Card number")).toHaveValue("4111");
  cleanup();
  await renderScreen(<ScreenPage />, to("bankAccount", { id: "7" }));
  expect(await screen.findByLabelText("IBAN or account number")).toHaveValue("");
});

it("shows the picture of a card, and takes it away", async () => {
  account = { ...saved, imageUrl: "/file/9?expires=1&signature=0a" };
  await renderScreen(<ScreenPage />, to("bankAccount", { id: "7" }));
  const remove = await screen.findByRole("button", {
    name: "Remove the picture: Picture of the card",
  });
  await userEvent.click(remove);
  await save();
  await confirm("secret");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ id: "7", imageUrl: "", payPassword: "secret" });
});

it("keeps the sheet where the pay password was wrong", async () => {
  const refused = { error: "pay_password_wrong", field: "payPassword" };
  outcomes = [() => envelope(422, refused, "Wrong, four tries left.")];
  await renderScreen(<ScreenPage />, to("bankAccount", { id: "7" }));
  await type("City", "!");
  await save();
  await confirm("wrong");
  expect(await screen.findByText("Wrong, four tries left.")).toBeVisible();
  expect(screen.getByRole("dialog")).toBeVisible();
});

it("sends what changes and leaves the rest as it is", async () => {
  await renderScreen(<ScreenPage />, to("bankAccount", { id: "7" }));
  const number = await screen.findByLabelText("IBAN or account number");
  expect(number).toHaveValue("");
  expect(number).toHaveAccessibleDescription("It ends in ****3000. Leave this empty to keep it.");
  expect(screen.getByRole("button", { name: "Save" })).toBeDisabled();
  await userEvent.clear(screen.getByLabelText("SWIFT code (BIC)"));
  await type("City", "-Beuel");
  await save();
  await confirm("secret");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    path: "/UserAccount/UpdateCardNo",
    body: { id: "7", swiftCode: "", city: "Bonn-Beuel", payPassword: "secret" },
  });
});

it("deletes an account with the pay password", async () => {
  outcomes = [() => envelope(200, {})];
  await renderScreen(<ScreenPage />, to("bankAccount", { id: "7" }));
  await userEvent.click(await screen.findByRole("button", { name: "Delete this account" }));
  expect(await screen.findByRole("dialog")).toHaveTextContent("Deutsche Bank ****3000");
  await confirm("secret", "Delete");
  await waitFor(() =>
    expect(sent).toEqual([
      { path: "/UserAccount/delete-card", body: { id: "7", payPassword: "secret" } },
    ]),
  );
});

it("says that an account is gone", async () => {
  await renderScreen(<ScreenPage />, to("bankAccount", { id: "8" }));
  expect(await screen.findByText("This account isn't saved, or was deleted.")).toBeVisible();
});

it("lists what is saved, by the end of its number", async () => {
  await renderScreen(<ScreenPage />, to("payouts"));
  const row = await screen.findByRole("link", { name: /Deutsche Bank/ });
  expect(row).toHaveTextContent("****3000");
  expect(row).toHaveAttribute("href", expect.stringContaining(to("bankAccount", { id: "7" })));
  expect(screen.getByRole("link", { name: "Add a digital currency address" })).toBeVisible();
});

it("names a wallet by its coin and chain, and sends both", async () => {
  await renderScreen(<ScreenPage />, to("walletAddress"));
  await userEvent.click(await screen.findByRole("radio", { name: "USDC" }));
  await type("Address", "0xabc");
  await save();
  await confirm("secret");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({
    ...{ type: "wallet", currency: "USDC", chain: "ethereum", address: "0xabc" },
    payPassword: "secret",
  });
});
