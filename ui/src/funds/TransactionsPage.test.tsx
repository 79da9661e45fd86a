import { QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { queryClient } from "@/app/queryClient";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { Page } from "@/ui";
import { WorkspaceContext } from "@/ui/Page";
import { toasts } from "@/ui/toast";
import { Bill } from "./Bill";
import { BillHead } from "./BillHead";
import { wholeBill } from "./billChoice";

let host: FakePlatform;
/** The requests for the bill, in order. */
let asked: Record<string, unknown>[];
let files: string[];
/** The refusal of a file. */
let refused: Response | undefined;
/** The files that were saved. */
let saved: string[];

const row = (id: number, localDate: string, currency: string, amount: string) => ({
  ...{ id: String(id), line: 0, kind: "deposit", walletType: "BALANCE", currency, amount },
  ...{ balanceAfter: "9.00", createTimeTimestamp: "1795400000000", localTime: "", localDate },
  ...{ note: "", orderId: null },
});
const day = (date: string, totals: [string, string][]) => ({
  date,
  totals: totals.map(([currency, amount]) => ({
    ...{ currency, amount, amountIn: amount, amountOut: "0.00" },
  })),
});

const pages: Record<number, object> = {
  1: {
    list: [row(9, "2026-11-23", "USD", "5.00"), row(8, "2026-11-23", "HKD", "-7.80")],
    page: { pageNum: 1, pageSize: 2, total: 3 },
    days: [
      day("2026-11-23", [
        ["USD", "25.00"],
        ["HKD", "-7.80"],
      ]),
    ],
    upTo: "9",
  },
  2: {
    list: [row(7, "2026-11-22", "USD", "1.00")],
    page: { pageNum: 2, pageSize: 2, total: 3 },
    days: [day("2026-11-22", [["USD", "1.00"]])],
    upTo: "9",
  },
};
const none = {
  ...{ list: [], page: { pageNum: 1, pageSize: 2, total: 0 }, days: [], upTo: null },
};

beforeEach(async () => {
  host = installPlatform();
  asked = [];
  files = [];
  saved = [];
  refused = undefined;
  toasts.set([]);
  host.saveFile = async (name, content) => {
    saved.push(`${name} ${content.size}`);
  };
  host.answer = async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname.startsWith("/wallet/bill.")) {
      files.push(`${pathname}${search}`);
      return refused ?? new Response("of bytes");
    }
    if (pathname !== "/wallet/getWalletBill") return envelope(404, { error: "url_unknown" });
    const body = await request.json();
    asked.push(body);
    return envelope(200, body.keyword ? none : pages[body.pageNum]);
  };
  await beginSession({ token: "token", user: testUser });
});

afterEach(() => {
  queryClient.clear();
  return endSession();
});

it("shows what each day came to, a currency a figure, and reads on where it began", async () => {
  await renderScreen(<ScreenPage />, to("transactions", {}));
  const heading = await screen.findByRole("heading", { name: /25\.00/ });
  expect(heading).toHaveTextContent("+25.00 USD");
  expect(heading).toHaveTextContent("−7.80 HKD");
  await userEvent.click(screen.getByRole("button", { name: /more/i }));
  expect(await screen.findByRole("heading", { name: /1\.00/ })).toBeVisible();
  expect(asked.at(-1)).toMatchObject({ pageNum: 2, upTo: "9" });
  expect(asked[0]).not.toHaveProperty("upTo");
});

/** The page with its filters in state, as the app keeps them in the address. */
function Chosen() {
  const [choice, setChoice] = useState(wholeBill);
  return (
    <Page pinned={<BillHead choice={choice} onChoose={setChoice} />}>
      <Bill choice={choice} onShowAll={() => setChoice(wholeBill)} />
    </Page>
  );
}

it("points from where a returned withdrawal came, and not to where it had gone", async () => {
  const returned = {
    ...row(6, "2026-11-23", "USD", "5.00"),
    ...{ kind: "withdrawal_return", note: "5.00 USD → ****5432" },
  };
  host.answer = async () => envelope(200, { ...none, list: [returned] });
  await renderScreen(<ScreenPage />, to("transactions", {}));
  expect(await screen.findByText("5.00 USD ← ****5432")).toBeVisible();
});

it("says of the settlements of a future what they are, with the price as the contract has it", async () => {
  const settled = (id: number, note: string) => ({
    ...row(id, "2026-12-10", "USD", "137.50"),
    ...{ kind: "variation", walletType: "FUTURE", note },
  });
  const list = [settled(6, "MHIZ26 1 @ 22766.00"), settled(5, "GCG27 2 @ 4300.80")];
  host.answer = async () => envelope(200, { ...none, list });
  await renderScreen(<ScreenPage />, to("transactions", {}));
  expect(await screen.findAllByText("Daily settlement")).toHaveLength(2);
  expect(screen.getByText("MHIZ26 1 @ 22,766")).toBeVisible();
  expect(screen.getByText("GCG27 2 @ 4,300.8")).toBeVisible();
});

it("writes what is chosen into its address", async () => {
  await renderScreen(<ScreenPage />, to("transactions", { walletType: "STOCK" }));
  await userEvent.click(await screen.findByRole("button", { name: "Filter" }));
  const sheet = within(await screen.findByRole("dialog"));
  await userEvent.click(sheet.getByRole("radio", { name: "Fees" }));
  await userEvent.click(sheet.getByRole("button", { name: "Show" }));
  const address = to("transactions", { group: "fee", walletType: "STOCK" });
  expect(window.location.hash).toBe(`#${address}`);
});

it("asks for what is chosen, and takes just that along as a file", async () => {
  await renderScreen(<Chosen />, to("transactions", {}));
  await screen.findByRole("heading", { name: /25\.00/ });
  await userEvent.click(screen.getByRole("button", { name: "Filter" }));
  const sheet = within(await screen.findByRole("dialog"));
  await userEvent.click(sheet.getByRole("radio", { name: "Trades" }));
  await userEvent.click(sheet.getByRole("radio", { name: "Money out" }));
  await userEvent.click(sheet.getByRole("button", { name: "Show" }));
  const chosen = { kinds: "trade_buy,trade_sell", flow: "out" };
  await waitFor(() => expect(asked.at(-1)).toMatchObject(chosen));
  expect(screen.getByRole("button", { name: "Filter, 2 on" })).toBeVisible();
  await take("Spreadsheet (CSV)");
  await waitFor(() => expect(files).toHaveLength(1));
  expect(decodeURIComponent(files[0] ?? "")).toMatch(
    /^\/wallet\/bill\.csv\?.*kinds=trade_buy,trade_sell/,
  );
  expect(files[0]).toContain("flow=out");
  await waitFor(() => expect(saved[0]).toMatch(/^plumbline-bill-[\d-]+\.csv 8$/));
  // A filtered list is no statement.
  await take("Transaction list (PDF)");
  await waitFor(() => expect(saved[1]).toMatch(/^plumbline-bill-[\d-]+\.pdf 8$/));
  expect(files[1]).toMatch(/^\/wallet\/bill\.pdf\?.*flow=out/);
});

/** Chooses one of the files. */
async function take(name: string) {
  await userEvent.click(await screen.findByRole("button", { name: "Export" }));
  const sheet = within(await screen.findByRole("dialog"));
  await userEvent.click(sheet.getByRole("button", { name: (full) => full.startsWith(name) }));
}

it("makes a statement of everything, and says why one is refused", async () => {
  // Uses the app's own query client, which reports every refusal.
  const page = (
    <QueryClientProvider client={queryClient}>
      <Chosen />
    </QueryClientProvider>
  );
  await renderScreen(page, to("transactions", {}));
  await screen.findByRole("heading", { name: /25\.00/ });
  await take("Account statement (PDF)");
  await waitFor(() => expect(saved[0]).toMatch(/^plumbline-statement-[\d-]+\.pdf 8$/));
  expect(files[0]).not.toMatch(/kinds|flow|keyword/);
  refused = envelope(422, { error: "bill_too_long" }, "Choose a shorter period.");
  await take("Account statement (PDF)");
  await waitFor(() => expect(toasts.get()[0]?.text).toBe("Choose a shorter period."));
  expect(saved).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Export" })).toBeEnabled();
});

it("takes no period that ends before it begins", async () => {
  const period = { period: "days", from: "2026-11-02", to: "2026-11-01" } as const;
  await renderScreen(<ScreenPage />, to("transactions", period));
  await userEvent.click(await screen.findByRole("button", { name: "Filter, 1 on" }));
  expect(await screen.findByText("The end date is before the start date.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Show" })).toBeDisabled();
});

it("looks for words, and leads back where there is nothing", async () => {
  await renderScreen(<Chosen />, to("transactions", {}));
  await userEvent.type(await screen.findByLabelText("Search transactions"), "tesla");
  expect(await screen.findByText(/No matches/)).toBeVisible();
  expect(asked.at(-1)).toMatchObject({ keyword: "tesla" });
  await userEvent.click(screen.getByRole("button", { name: "Show all" }));
  expect(await screen.findByRole("heading", { name: /25\.00/ })).toBeVisible();
  expect(screen.getByLabelText("Search transactions")).toHaveValue("");
});

it.each([
  ["alone", false, 1],
  ["in a workspace, whose other panes have it", true, 0],
])("leads to a deposit from an empty bill that stands %s", async (_, inWorkspace, buttons) => {
  host.answer = () => envelope(200, none);
  await renderScreen(
    <WorkspaceContext value={inWorkspace}>
      <Page>
        <Bill />
      </Page>
    </WorkspaceContext>,
    to("profile"),
  );
  expect(await screen.findByText(/^No transactions yet/)).toBeVisible();
  expect(screen.queryAllByRole("button", { name: "Deposit" })).toHaveLength(buttons);
});
