import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { unansweredOf } from "@/api/unanswered";
import type { Wire } from "@/api/wire";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import { wireInstrument, wireNotice } from "@/test/wire";
import { hideOwn } from "@/ui/Own";
import { ScreenPage } from "./ScreenPage";

/** Every amount of this customer has only sevens and threes, and nothing else on a screen has two of them. */
const AMOUNT = /[37][,.]?[37]/;

const AT = { createTimeTimestamp: "1795190594318", modifyTimeTimestamp: "1795190594318" };
const stock = { ...wireInstrument(), bids: [], asks: [], lotSize: "1", tickSize: "0.01" };
const traded = {
  ...{ stock_code: "AAPL", name: "Apple", market: "UsStock", currency: "USD" },
  source: 0,
} as const;
const position = {
  ...{
    ...traded,
    ...AT,
    id: "5",
    direction: 0,
    version: 1,
    positionNum: "377",
    availableNum: "337",
  },
  multiplier: "1",
  ...{ avgPrice: "9.00", isolatedPosition: "7373.37", price: "10.00", fee: "3.37", status: 0 },
  ...{ marketValue: "3773.00", profit: "-37.33", zdf: "-0.01", todayProfit: "73.37" },
};
const euro = { stock_code: "EURUSD", name: "Euro/US Dollar", market: "Forex", source: 2 } as const;
const pair = {
  ...wireInstrument({ ...euro, baseCurrency: "EUR", lotSize: "1000", price_nominal: "1.09000" }),
  ...{ bid: "1.08990", ask: "1.09010", bids: [], asks: [], tickSize: "0.00001" },
};
/** A short position. */
const onMargin = {
  ...{ ...euro, ...AT, id: "4", direction: 1, version: 1, status: 0, currency: "USD" },
  ...{ priceCurrency: "USD", positionNum: "37000", availableNum: "33000", avgPrice: "1.085" },
  multiplier: "1",
  ...{ isolatedPosition: "3733.77", leverage: "10", markPrice: "1.09", marginLevel: "98.04" },
  ...{ liquidationPrice: "1.14", price: "1.09", marketValue: "37730.00", profit: "-73.37" },
  ...{ zdf: "-1.96", todayProfit: "37.73", fee: "3.37" },
};
const sale = {
  ...{ ...traded, ...AT, id: "9", direction: 1, positionNum: "377", avgPrice: "9.00" },
  ...{ price: "10.00", sellProfit: "373.77", zdf: "1.00", fee: "3.37" },
};
const order = {
  ...{ ...traded, ...AT, id: "8", direction: 0, orderType: 1, version: 1, quantity: "777" },
  ...{ status: 3, filledQuantity: "373", price: "10.00", avgPrice: "10.00", fee: "3.37" },
  ...{ held: { amount: "3737.33", currency: "USD" }, timeInForce: "gtc", reason: null },
};
const fill = {
  ...{ ...traded, ...AT, id: "6", orderId: "8", direction: 1, quantity: "373", price: "10.00" },
  ...{ multiplier: "1", amount: "3733.37", fee: "3.37", profit: "77.33" },
};
const receipt: Wire["Receipt"] = {
  fill: { ...fill, direction: 1, positionDirection: 0, priceCurrency: "USD" },
  order: {
    ...{ ...AT, id: "8", orderType: 0, price: null, quantity: "373", timeInForce: "day" },
    filledBefore: { quantity: "0", amount: "0.00", makerAmount: "0.00", fee: "0.00" },
  },
  priceSource: "tick",
  tick: {
    ...{ feed: "sim:1", epoch: "1", seq: "1", last: "9.99", session: "regular" },
    ...{ exchangeTimestamp: "1795190594000", receivedTimestamp: "1795190594000" },
    ...{ bid: "9.99", ask: "10.00", bidSize: "1", askSize: "1", bids: [], asks: [] },
  },
  side: "bid",
  tickToFillMs: 1,
  rules: { feeTable: "us-stock", version: "2026-04-04", effectiveFrom: "2026-04-04" },
  fees: [{ name: "sec", amount: "3.37", rule: "" }],
  journal: {
    ...{ id: "1", kind: "trade_sell", createTimeTimestamp: AT.createTimeTimestamp },
    postings: [{ account: "STOCK", currency: "USD", amount: "3733.37" }],
  },
  paper: true,
};
const wallet = (walletType: string) => ({
  ...{ walletType, currency: "USD", version: 1, balance: "7777.33" },
  ...{ availableBalance: "7333.77", usedBalance: "3377.33", transferableBalance: "7337.33" },
  unsettled: [{ amount: "-37.33", settleTimestamp: AT.createTimeTimestamp }],
});
const overview = {
  ...{ currency: "USD", totalAssets: "73737.37", cash: "7733.33", marketValue: "3773.00" },
  ...{ todayProfit: "33.77", todayProfitRatio: "0.10", rates: [] },
  history: [
    [1795000000000, "73737.37"],
    [1795190594318, "77737.37"],
  ],
};
const moved = {
  localDate: "2026-11-22",
  ...{ ...AT, walletType: "STOCK", currency: "USD", line: 0, balanceAfter: "7333.77" },
};
const bill = [
  { ...moved, id: "1", kind: "trade_buy", amount: "-3733.37", note: "AAPL 373 @ 10.00" },
  { ...moved, id: "1", kind: "fee", line: 1, amount: "-3.37", note: "" },
  { ...moved, id: "2", kind: "deposit", amount: "7373.73", note: "7373.73 USD" },
  { ...moved, id: "3", kind: "withdrawal", amount: "-777.33", note: "773.33 USD → ****3000" },
  { ...moved, id: "4", kind: "transfer", amount: "-377.33", note: "BALANCE → STOCK" },
];
const dayOfBill = {
  date: "2026-11-22",
  totals: [{ currency: "USD", amountIn: "7373.73", amountOut: "-3773.37", amount: "3733.33" }],
};
const deposit = {
  ...{ ...AT, id: "9", channel: "fiat", currency: "USD", amount: "7333.33", status: 0, rate: null },
  ...{ creditAmount: "7333.33", creditCurrency: "USD", reason: null, reviewTimestamp: null },
};
const withdrawal = {
  ...{ ...AT, id: "9", method: "card", accountId: "7", destination: "****1000", status: 0 },
  ...{ bankName: "Bank", currency: "USD", amount: "733.33", fee: "3.33", netAmount: "733.00" },
  ...{ debitAmount: "733.33", debitCurrency: "USD", rate: null, reason: null },
};
const usable = {
  ...{ currency: "USD", usable: "7773.33", rate: null },
  lines: [{ name: "balance", amount: "7773.33" }],
  methods: [{ method: "card", fee: "0.00", minAmount: "0.01" }],
};

const notice = wireNotice({
  ...{ read: true, createTimestamp: AT.createTimeTimestamp },
  parts: [
    "Your deposit has been reviewed. ",
    "7,333.33",
    " USD was credited to your funding account.",
  ],
});

const list = (...rows: object[]) => ({
  list: rows,
  page: { pageNum: 1, pageSize: 100, total: rows.length },
});

const REPLIES: Record<string, unknown> = {
  "/m_ft/stock_detail_ft": { stockInfo: stock, selfSelectStatus: false },
  "/position/me": list(position, onMargin),
  "/position/getByStock": { id: "5", positionNum: "377", availableNum: "337" },
  "/position/closePreview": { quantity: "337" },
  "/position/getHalfOrFullNum": { quantity: "733" },
  "/position/flatList": list(sale),
  "/position/consignList": list(order),
  "/position/water/pageList": list(fill),
  "/orders/history": list({ ...order, status: 1, filledQuantity: "777" }),
  "/orders/detail": { ...order, fills: [fill] },
  "/orders/receipt": receipt,
  "/userCenter/getFundingOverview": overview,
  "/userCenter/getWalletBalance": [wallet("BALANCE"), wallet("STOCK"), wallet("FOREX")],
  "/wallet/getWalletBill": { ...list(...bill), days: [dayOfBill], upTo: null },
  "/recharge/listPage": list(deposit),
  "/withdrawal/listPage": list(withdrawal),
  "/withdrawal/getUsableWithdrawalAmount": usable,
  "/userMessage/getMessage": { ...list(notice), unread: 0 },
  "/userMessage/9": notice,
  "/UserAccount/SelectCardNo": [
    {
      ...AT,
      id: "7",
      type: "card",
      bankName: "Bank",
      accountName: "Ada",
      accountNumber: "****1000",
    },
  ],
};

/** The number of unanswered calls. */
let waiting = 0;

const trade = { id: "8", code: "AAPL", name: "Apple", source: 0, market: "UsStock" } as const;
const forex = {
  id: "4",
  code: "EURUSD",
  name: "Euro/US Dollar",
  source: 2,
  market: "Forex",
} as const;

/** Each screen with amounts, and a text that shows that it is drawn. */
const SCREENS: [name: string, address: string, sign: RegExp][] = [
  ["home", to("home"), /Total assets/],
  ["the account", to("profile"), /Funding/],
  ["holdings", to("trade", { tab: 0 }), /Quantity/],
  ["working orders", to("trade", { tab: 2 }), /Placed/],
  ["ended orders", to("trade", { tab: 3 }), /^Filled$/],
  ["sales", to("trade", { tab: 1 }), /sold at/],
  ["the bill", to("transactions"), /Balance/],
  ["deposits", to("depositRecord"), /Pending review/],
  ["withdrawals", to("withdrawCard"), /Requested/],
  ["transfers", to("transfer"), /Available/],
  ["a quote", to("quoteStock", trade), /Your position/],
  ["a ticket", to("payStock", { ...trade, direction: 0 }), /^Max/],
  ["a sale's ticket", to("payClose", trade), /^Max/],
  ["a holding", to("tradeDetail", { ...trade, id: "5", type: "holding" }), /Total cost/],
  ["a position on margin", to("tradeDetail", { ...forex, type: "holding" }), /Liquidation price/],
  ["a pair that is held", to("quoteForex", forex), /Your position/],
  ["a close on margin", to("payClose", forex), /^Max/],
  ["an order", to("tradeDetail", { ...trade, type: "order" }), /Order number/],
  ["a receipt", to("tradeDetail", { ...trade, id: "6", type: "receipt" }), /Journal 1/],
  ["the inbox", to("notices"), /Deposit credited/],
  ["a message", to("notice", { id: "9" }), /Deposit credited/],
];

beforeEach(async () => {
  const host = installPlatform();
  host.answer = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const isPair = searchParams.get("stockCode") === euro.stock_code;
    const reply =
      isPair && pathname === "/m_ft/stock_detail_ft"
        ? { stockInfo: pair, selfSelectStatus: false }
        : REPLIES[pathname];
    waiting += 1;
    await new Promise((resolve) => setTimeout(resolve));
    waiting -= 1;
    return reply ? envelope(200, reply) : envelope(404, { error: "url_unknown" });
  };
  await beginSession({ token: "token", user: { ...testUser, payPasswordSet: true } });
});

afterEach(async () => {
  hideOwn(false);
  await endSession();
});

/** Opens a screen, waits until it is drawn, and returns all its visible and accessible texts. */
async function saidAt(address: string, sign: RegExp): Promise<string> {
  await renderScreen(<ScreenPage />, address);
  expect((await screen.findAllByText(sign)).length).toBeGreaterThan(0);
  await waitFor(() => expect(waiting).toBe(0));
  const labels = [...document.querySelectorAll("[aria-label]")];
  const spoken = labels.map((element) => element.getAttribute("aria-label"));
  const fields = [...document.querySelectorAll("input")].map(({ value }) => value);
  return [document.body.textContent, document.title, ...spoken, ...fields].join(" | ");
}

it.each(SCREENS)("hides all amounts on the screen of %s", async (_name, address, sign) => {
  expect(await saidAt(address, sign)).toMatch(AMOUNT);
  cleanup();
  hideOwn(true);
  expect(await saidAt(address, sign)).not.toMatch(AMOUNT);
});

it("hides the amounts of what waits for an answer", async () => {
  const body =
    '{"stockCode":"AAPL","market":"UsStock","direction":0,"orderType":0,"quantity":"377"}';
  // On the hour, so that the time of day has no amount in it.
  const since = new Date().setMinutes(0, 0, 0);
  const unanswered = unansweredOf(testUser.id);
  unanswered.add({ action: "/stock/create", body, key: "k", since });
  unanswered.add({
    ...{ action: "/position/flatPosition", key: "l", since },
    body: '{"id":"4","quantity":"377"}',
    subject: "Euro/US Dollar (EURUSD)\nForex\nEURUSD",
  });
  hideOwn(true);
  const said = await saidAt(to("trade", { tab: 0 }), /no response yet/);
  expect(said).toContain("Buy •••• AAPL at market");
  expect(said).toContain("Close •••• Euro/US Dollar (EURUSD) at market");
  expect(said).not.toMatch(AMOUNT);
});
