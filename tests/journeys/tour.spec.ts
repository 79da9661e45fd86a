import { expect } from "@playwright/test";
import { camera } from "./camera";
import { rowOf } from "./classes";
import { test } from "./fixtures";
import { verify } from "./identity";
import { chooseMarket, openRow } from "./products";
import * as steps from "./steps";
import { confirm, IBANS, LOCKED_MS, saveAccount } from "./withdrawals";

/** The screens that a stranger sees. */
const OPEN_SCREENS = {
  home: "/pages/home/index",
  login: "/pages/auth/login",
  register: "/pages/auth/register",
  reset: "/pages/auth/resetpwd",
  trade: "/pages/trade/index",
};

/** The screens of a customer who holds, has sold, and has an order that rests. */
const SCREENS = {
  home: "/pages/home/index",
  market: "/pages/market/index",
  losers: "/pages/market/index?list=losers",
  watchlist: "/pages/watchlist/index",
  trade: "/pages/trade/index",
  "trade-orders": "/pages/trade/index?tab=2",
  "trade-closed": "/pages/trade/index?tab=1",
  profile: "/pages/profile/index",
  quote: "/pages/quote/stock?code=AAPL&name=Apple&source=0&market=UsStock",
  "watchlist-manage": "/pages/watchlist/manage",
  popular: "/pages/product/popular",
  search: "/pages/search/index",
  transactions: "/pages/profile/transaction",
  transfer: "/pages/profile/transfer",
  deposit: "/pages/deposit/index",
  "deposit-fiat": "/pages/deposit/fiat",
  "deposit-wallet": "/pages/deposit/wallet",
  "deposit-record": "/pages/deposit/record",
  withdraw: "/pages/withdraw/bcard",
  "withdraw-wallet": "/pages/withdraw/vm",
  payouts: "/pages/bcard/index",
  "bank-account": "/pages/bcard/modify",
  "wallet-address": "/pages/vm/modify",
  share: "/pages/profile/share",
  identity: "/pages/kycverify/index",
  "identity-card": "/pages/kycverify/idcard",
  "identity-passport": "/pages/kycverify/passport",
  inbox: "/pages/notice/index",
  settings: "/pages/setting/index",
  security: "/pages/setting/security",
  "login-password": "/pages/setting/loginpwd",
  "pay-password": "/pages/setting/paypwd",
  buy: "/pages/payment/stock?code=AAPL&name=Apple&source=0&market=UsStock&direction=0",
  sell: "/pages/payment/stock?code=AAPL&name=Apple&source=0&market=UsStock&direction=1",
  "hong-kong": "/pages/hkstock/index",
  "hong-kong-quote": "/pages/hkstock/quote?code=00700&market=HK",
  "hong-kong-buy": "/pages/payment/stock?code=00700&market=HK&direction=0",
  forex: "/pages/product/forex",
  "forex-quote": "/pages/quote/forex?code=EURUSD&market=Forex",
  "forex-short": "/pages/payment/forex?code=USDJPY&market=Forex&direction=1",
  days: "/pages/market/days?market=HK",
  nowhere: "/pages/no/such/screen",
};

/** The lists of instruments that are watched, and of those that are offered. */
const MARKETS = {
  future: "/pages/product/future",
  agricultural: "/pages/product/agricultural",
  crypto: "/pages/product/crypto",
  auctions: "/pages/product/auctionStock",
  blocks: "/pages/product/blocktrade",
  "new-stocks": "/pages/product/newstock",
  sectors: "/pages/market/sectors",
  events: "/pages/market/events",
  rules: "/pages/market/rules?market=UsStock&code=AAPL",
  news: "/pages/news/index",
};

/** One instrument of each class that has a quote screen of its own. */
const QUOTES = {
  "quote-index": "/pages/quote/globalindex?code=SPX&market=Index",
  "quote-crypto": "/pages/quote/crypto?code=BTCUSDT&market=Crypto",
  "crypto-depth": "/pages/crypto/index?code=BTCUSDT&market=Crypto",
};

/** The quote of a list's first row; its code depends on the day. */
const FIRST_ROWS = { future: "quote-future", auctions: "quote-auction" } as const;

test("every screen", async ({ server, customer }, info) => {
  const { page } = customer;
  const here = camera(page, info);
  const visit = async (name: string, route: string) => {
    await page.goto(`${server.origin}/#${route}`);
    // Toasts go and skeletons become content before the picture is taken.
    await page.waitForTimeout(1200);
    await here(name);
  };
  for (const [name, route] of Object.entries(OPEN_SCREENS)) await visit(`0-${name}`, route);
  await steps.register(customer, server);
  await here("1-welcome");
  for (const name of ["watchlist", "trade", "profile", "home"] as const) {
    await visit(`1-${name}`, SCREENS[name]);
  }
  await steps.deposit(customer);
  await here("2-deposited");
  await steps.transfer(customer);
  await here("2-transferred");
  await steps.findApple(customer);
  await steps.buyAtMarket(customer);
  await here("3-bought");
  await steps.openReceipt(customer);
  await page.waitForTimeout(600);
  await here("3-receipt");
  await steps.findApple(customer);
  await steps.restLimitOrder(customer, () => here("4-limit-ticket"));
  await here("4-order");
  await steps.closeHalf(customer);
  await here("5-sold");
  await steps.openReceipt(customer);
  await page.waitForTimeout(600);
  await here("5-receipt");
  await customer.tab("trade");
  // A workspace always shows the holdings.
  if (!(await customer.center.isVisible())) await customer.choose("positions:tabs.holdings");
  await customer.screen.getByRole("link", { name: /AAPL/ }).first().click();
  await page.waitForTimeout(800);
  await here("5-holding");
  await customer.follow("positions:close.action_share");
  await page.waitForTimeout(800);
  await here("5-close");
  for (const [name, route] of Object.entries(SCREENS)) await visit(name, route);
});

test("what can be watched", async ({ server, customer }, info) => {
  const { page } = customer;
  const here = camera(page, info);
  const visit = async (name: string, route: string) => {
    await page.goto(`${server.origin}/#${route}`);
    await page.waitForTimeout(1500);
    await here(name);
  };
  for (const [name, route] of Object.entries({ ...MARKETS, ...QUOTES }))
    await visit(`9-${name}`, route);
  for (const [list, name] of Object.entries(FIRST_ROWS)) {
    await page.goto(`${server.origin}/#${MARKETS[list as keyof typeof FIRST_ROWS]}`);
    await rowOf(customer, /\d/).click();
    await page.waitForTimeout(1500);
    await here(`9-${name}`);
  }
  await visit("9-compare", `${QUOTES["quote-index"]}&compare=Crypto.BTCUSDT`);
  await page.goto(`${server.origin}/#${MARKETS.news}`);
  // The reports of the last day are written while the server warms up.
  await page.locator("a[href*='/news/detail']").first().click({ timeout: 120_000 });
  await page.waitForTimeout(1200);
  await here("9-article");
});

test("money that goes out", async ({ server, customer }, info) => {
  const { page, screen, text } = customer;
  const here = camera(page, info);
  const visit = async (name: string, path: string) => {
    await page.goto(`${server.origin}/#/pages/${path}`);
    await page.waitForTimeout(1200);
    await here(name);
  };
  await steps.join(customer, server);
  await steps.deposit(customer);
  await verify(customer, server);
  await visit("10-verified", "kycverify/index");
  await visit("10-bank-account", "bcard/modify");
  await steps.setPayPassword(customer);
  await saveAccount(customer, IBANS[0]);
  await visit("10-payouts", "bcard/index");
  await visit("10-locked", "withdraw/bcard");
  await expect(screen.getByText(text("withdrawals:lock.new_address.title"))).toBeHidden({
    timeout: LOCKED_MS,
  });
  await customer.fill("withdrawals:amount", "250.01");
  await here("10-withdraw");
  await screen.getByRole("button", { name: text("withdrawals:usable.details") }).click();
  await page.waitForTimeout(600);
  await here("10-usable");
  await page.keyboard.press("Escape");
  await customer.press("withdrawals:review");
  await page.waitForTimeout(600);
  await here("10-review");
  await confirm(customer, "withdrawals:confirm");
  await page.waitForTimeout(600);
  await here("10-asked");
  await visit("10-withdrawals", "withdraw/bcard");
  await screen.locator("a[href*='/withdraw/detail']").first().click();
  await page.waitForTimeout(1200);
  await here("10-withdrawal");
  await visit("10-times", "withdraw/times");
  await visit("10-certificate", "deposit/certificate");
  await visit("10-transfer", "profile/transfer?from=BALANCE&to=HK_STOCK");
  await screen.getByRole("textbox").first().fill("100");
  await page.waitForTimeout(1500);
  await here("10-quote");
  await visit("10-bill", "profile/transaction");
});

test("what is held in Hong Kong and on margin", async ({ server, customer }, info) => {
  const { page, text } = customer;
  const here = camera(page, info);
  const settled = async (name: string) => {
    await page.waitForTimeout(1200);
    await here(name);
  };
  const holding = (name: string) =>
    page
      .getByRole("link", { name: new RegExp(name) })
      .first()
      .click();
  await steps.register(customer, server);
  await steps.deposit(customer);

  await chooseMarket(customer, "market:class.hkStock");
  await openRow(customer, "00700");
  await customer.press("common:direction.buy");
  await customer.follow("orders:available.transfer");
  await steps.setPayPassword(customer);
  await steps.moveMoney(customer, "20000");
  await customer.press("funds:transfer.backToOrder");
  await customer.choose("orders:type.market");
  await customer.fill("orders:ticket.quantity", "100");
  await settled("6-hong-kong-ticket");
  await steps.send(customer, "orders:deed.buy", "100", "00700");
  await settled("6-hong-kong-bought");
  await steps.openReceipt(customer);
  await settled("6-hong-kong-receipt");
  await customer.tab("trade");
  await holding("00700");
  await settled("6-hong-kong-holding");
  await customer.follow("positions:close.action_share");
  await settled("6-hong-kong-close");

  await page.goto(`${server.origin}/#/pages/profile/transfer?from=BALANCE&to=FOREX`);
  await steps.moveMoney(customer, "5000");
  await chooseMarket(customer, "market:class.forex");
  await openRow(customer, "EUR/USD");
  const short = text("common:direction.sell_margin");
  await customer.screen.getByRole("button", { name: new RegExp(`^${short}`) }).click();
  await customer.choose("orders:type.market");
  await customer.fill("orders:ticket.quantity", "10000");
  await settled("7-forex-ticket");
  await steps.send(customer, "orders:deed.sell_margin", "10,000", "EUR/USD");
  await settled("7-forex-sold");
  await customer.confirm("common:action.done");
  await customer.tab("trade");
  await settled("7-trade");
  await holding("EUR/USD");
  await settled("7-forex-position");
  await customer.press("positions:margin.add");
  const amount = text("positions:margin.amount");
  await customer.sheet.getByLabel(amount, { exact: true }).fill("200");
  await settled("7-forex-add-margin");
  await customer.confirm("positions:margin.add");
  await expect(customer.sheet).toBeHidden();
  await settled("7-forex-margin-added");
  await customer.press("positions:margin.leverage");
  await settled("7-forex-leverage");
  await page.keyboard.press("Escape");
  await customer.press("positions:protection.set");
  await settled("7-forex-protect");
  // The sheet as it is filled in: the price is not set.
  const mark = await customer.sheet
    .getByText(/\d\.\d{5}/)
    .first()
    .textContent();
  const price = /\d\.\d{5}/.exec(mark ?? "")?.[0] ?? "";
  const near = `${price.slice(0, 1)}.${String(Number(price.slice(2)) + 3).padStart(5, "0")}`;
  await customer.sheet.getByLabel(text("positions:margin.stopLoss"), { exact: true }).fill(near);
  await settled("7-forex-protect-filled");
  await page.keyboard.press("Escape");
  await customer.follow("positions:close.action_margin");
  await customer.button("orders:max.amount", { amount: "10,000" }).click();
  await settled("7-forex-close");
  await steps.send(customer, "orders:deed.buy_closing", "10,000", "EUR/USD");
  await settled("7-forex-closed");
  await steps.openReceipt(customer);
  await settled("7-forex-receipt");
  await page.goto(`${server.origin}/#/pages/trade/index?tab=1`);
  await settled("7-closed-list");
  await page.goto(`${server.origin}/#/pages/notice/index`);
  await settled("8-inbox");
  await page.locator("a[data-row][href*='/notice/detail']").first().click();
  await settled("8-notice");
});
