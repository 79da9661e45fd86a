import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { Receipt } from "@/api/receipt";
import { to } from "@/screens";
import { installPlatform } from "@/test/platform";
import { renderScreen } from "@/test/screen";
import { JournalLines, MoneyLines } from "./MoneyLines";

const opening = {
  fill: {
    ...{ symbol: "AUDUSD", name: "Australian Dollar/US Dollar", market: "Forex" },
    ...{ assetClass: "forex", side: "buy", position: "long", quantity: "20000" },
    ...{ price: "0.70452", value: "14090.40", priceCurrency: "USD", fee: "0.00" },
    ...{ profit: null, currency: "USD" },
  },
  fees: [],
  rules: { feeTable: "forex", version: "2026-01-01" },
  journal: { id: "10", postings: [] as Receipt["journal"]["postings"] },
} as unknown as Receipt;

beforeEach(() => {
  installPlatform();
});

const open = (receipt: Receipt) =>
  renderScreen(
    <>
      <MoneyLines receipt={receipt} />
      <JournalLines receipt={receipt} />
    </>,
    to("trade", { tab: 0 }),
  );

it("says of a position on margin what was opened, and nothing of a journal without lines", async () => {
  await open(opening);
  expect(await screen.findByRole("heading", { name: "Position opened" })).toBeVisible();
  expect(screen.getByText("Position value").parentElement).toHaveTextContent(
    "20,000 × 0.7045214,090.40 USD",
  );
  expect(screen.queryByRole("heading", { name: "Journal" })).toBeNull();
});

it("says of a close what it came to, with its journal", async () => {
  const postings = [
    { account: "FOREX", currency: "USD", amount: "-0.10" },
    { account: "house:counterparty", currency: "USD", amount: "0.10" },
  ];
  const fill = { ...opening.fill, side: "sell", profit: "-0.10" } as const;
  await open({ ...opening, fill, journal: { ...opening.journal, postings } });
  expect(await screen.findByRole("heading", { name: "What you paid and received" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "Journal" })).toBeVisible();
});

it("works out the value of a future with its multiplier, and says what its profit includes", async () => {
  const fill = {
    ...opening.fill,
    ...{ symbol: "ESZ26", name: "E-mini S&P 500 Dec 2026", market: "Future" },
    ...({ side: "sell", assetClass: "future" } as const),
    ...{ quantity: "2", price: "7799.25", multiplier: "50", value: "779925.00" },
    ...{ profit: "772.00", fee: "4.50" },
  } as const;
  const fees = [{ name: "commission", amount: "4.50", rule: "2.25 USD a contract and side" }];
  await open({ ...opening, fill, fees } as Receipt);
  expect((await screen.findByText("Position value")).parentElement).toHaveTextContent(
    "2 × 7,799.25 × 50779,925.00 USD",
  );
  expect(screen.getByText("Commission").closest("div")).toHaveTextContent(/4\.50 USD$/);
  expect(screen.getByText("Profit, daily settlements included")).toBeVisible();
});

it("calls each account that trades by its name", async () => {
  const postings = ["STOCK", "HK_STOCK", "FOREX"].map((account) => ({
    ...{ account, currency: "USD", amount: "-0.10" },
  }));
  await open({ ...opening, journal: { ...opening.journal, postings } });
  expect(await screen.findByText(/forex account/)).toBeVisible();
  for (const { account } of postings) expect(screen.queryByText(account)).toBeNull();
});
