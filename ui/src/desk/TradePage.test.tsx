import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { type FakePlatform, installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";

const stock = { market: "UsStock", source: 0, currency: "USD", priceCurrency: "USD" };
const position = {
  ...{ ...stock, id: "5", stock_code: "AAPL", name: "Apple", direction: 0, version: 1 },
  ...{ positionNum: "10", availableNum: "10", avgPrice: "226.02", isolatedPosition: "2260.25" },
  multiplier: "1",
  ...{ price: "226.00", marketValue: "2260.00", profit: "-0.25", zdf: "-0.01", fee: "0.05" },
  todayProfit: "-1.75",
};
const other = {
  ...{ ...position, id: "6", stock_code: "MSFT", name: "Microsoft", positionNum: "2" },
  ...{ avgPrice: "450.00", isolatedPosition: "900.00", price: "475.50" },
};
/** Sold at cost, so that the loss is the fee. */
const sale = {
  ...{
    ...stock,
    id: "9",
    stock_code: "NVDA",
    name: "Nvidia",
    positionNum: "5",
    direction: 1,
    positionDirection: 0,
  },
  ...{ avgPrice: "182.31", price: "182.31", sellProfit: "-0.03", zdf: "0.00", fee: "0.03" },
  createTimeTimestamp: "1795190534318",
};
const overview = {
  ...{ currency: "USD", totalAssets: "104218.37", cash: "101007.37", marketValue: "3211.00" },
  ...{
    todayProfit: "1.20",
    todayProfitRatio: "0.00",
    hkTodayProfit: "0.00",
    history: [],
    rates: [],
  },
};
const wallet = {
  ...{ walletType: "STOCK", currency: "USD", availableBalance: "43244.02", version: 1 },
  ...{
    balance: "45000.00",
    usedBalance: "1755.98",
    transferableBalance: "43244.02",
    unsettled: [],
  },
};
const funding = { ...wallet, walletType: "BALANCE" };
let host: FakePlatform;
let owned: object[];
const page = (list: object[]) => ({
  list,
  page: { pageNum: 1, pageSize: 100, total: list.length },
});

function answer(request: Request): Response {
  switch (new URL(request.url).pathname) {
    case "/position/me":
      return envelope(200, page([position, other]));
    case "/position/flatList":
      return envelope(200, page([sale]));
    case "/userCenter/getFundingOverview":
      return envelope(200, overview);
    case "/userCenter/getWalletBalance":
      return envelope(200, owned);
    default:
      return envelope(404, { error: "url_unknown" });
  }
}

const open = (tab: 0 | 1) => renderScreen(<ScreenPage />, to("trade", { tab }));
const factOf = async (name: string) =>
  (await screen.findByText(name, { selector: "dt" })).nextElementSibling?.textContent;

beforeEach(async () => {
  owned = [wallet, funding];
  host = installPlatform();
  host.answer = answer;
  await beginSession({ token: "token", user: testUser });
});

afterEach(() => endSession());

it("says what the account is worth, what it has gained today, what can be spent and what orders hold", async () => {
  await open(0);
  expect(await screen.findByText("104,218")).toBeVisible();
  expect(screen.getByText("+1.20")).toBeVisible();
  expect(screen.getByText("+<0.01%")).toBeVisible();
  expect(await factOf("Cash available")).toBe("43,244.02");
  expect(await factOf("Held for orders")).toBe("1,755.98");
});

it("says it of each account that pays orders, in its own currency", async () => {
  owned = [wallet, funding, { ...wallet, walletType: "HK_STOCK", currency: "HKD" }];
  await open(0);
  expect(await screen.findByText("Hong Kong stocks · HKD")).toBeVisible();
  expect(screen.getByText("US stocks · USD")).toBeVisible();
  const rows = screen.getAllByRole("row").map(({ textContent }) => textContent);
  expect(rows[0]).toBe("AccountCash availableHeld");
  expect(rows).toContain("Hong Kong stocks · HKD43,244.021,755.98");
  expect(screen.getByRole("rowheader", { name: /^Funding · USD/ })).toBeVisible();
});

it("says that positions on margin have set money aside too", async () => {
  owned = [wallet, { ...wallet, walletType: "FOREX" }];
  await open(0);
  const row = await screen.findByRole("row", { name: /^Forex · USD/ });
  expect(row).toHaveTextContent("1,755.98");
  expect(screen.getByRole("columnheader", { name: "Margin and held" })).toBeVisible();
});

it("adds up no currencies before their rates are there", async () => {
  const tencent = { ...other, stock_code: "00700", market: "HK", source: 11, currency: "HKD" };
  host.answer = (request) => {
    if (request.url.endsWith("/getFundingOverview")) return new Promise(() => undefined);
    if (!request.url.endsWith("/position/me")) return answer(request);
    return envelope(200, page([position, { ...tencent, priceCurrency: "HKD" }]));
  };
  await open(0);
  expect(await screen.findByRole("heading", { name: /Hong Kong stocks/ })).toBeVisible();
  expect(await factOf("Market value")).toBe("–");
  expect(screen.queryByText(/Totals exclude/)).toBeNull();
});

it("adds up the value of the holdings and what they have gained", async () => {
  await open(0);
  await screen.findByText("Microsoft");
  // 10 × 226.00 + 2 × 475.50, less 2,260.25 and 900.00.
  expect(await factOf("Market value")).toBe("3,211.00");
  expect(await factOf("Unrealized")).toBe("+50.75");
});

it("says the value of each holding, what it has gained today, and of a small loss that there is one", async () => {
  await open(0);
  const card = within(await screen.findByRole("link", { name: /Apple/ }));
  expect(card.getByText("2,260.00")).toBeVisible();
  expect(card.getByText("\u22120.25")).toBeVisible();
  expect(card.getByText("\u22120.01%")).toBeVisible();
  expect(card.getByText("\u22121.75").parentElement).toHaveTextContent("\u22121.75 today");
});

it("names the fees that are in the profit of a sale, and the clock of its time", async () => {
  await open(1);
  const row = within(await screen.findByRole("link", { name: /Nvidia/ }));
  expect(row.getByText(/^5 sold at 182\.31, cost 182\.31/)).toBeVisible();
  expect(row.getByText("\u22120.03")).toBeVisible();
  expect(row.getByText("\u2212<0.01%")).toBeVisible();
  expect(row.getByText("incl. fees 0.03")).toBeVisible();
  expect(row.getByText("20 Nov 2026, 11:02:14 ET")).toBeVisible();
});
