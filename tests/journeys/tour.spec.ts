import { fileURLToPath } from "node:url";
import { test } from "./fixtures";
import * as steps from "./steps";

const FOLDER = fileURLToPath(new URL("../../test-results/tour/", import.meta.url));
const THEMES = ["light", "dark"] as const;

/** What a stranger sees. */
const OPEN_SCREENS = {
  home: "/pages/home/index",
  login: "/pages/auth/login",
  register: "/pages/auth/register",
  reset: "/pages/auth/resetpwd",
  trade: "/pages/trade/index",
};

/** What a customer sees who holds, has sold, and has an order that rests. */
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

test("every screen", async ({ server, customer }, info) => {
  const { page } = customer;
  const here = async (name: string) => {
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(250);
      await page.screenshot({ path: `${FOLDER}${info.project.name} ${colorScheme}/${name}.png` });
    }
  };
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
  // A workspace shows the holdings whatever stands beside them.
  if (!(await customer.center.isVisible())) await customer.choose("positions:tabs.holdings");
  await customer.screen.getByRole("link", { name: /AAPL/ }).first().click();
  await page.waitForTimeout(800);
  await here("5-holding");
  await customer.follow("positions:close.action");
  await page.waitForTimeout(800);
  await here("5-close");
  for (const [name, route] of Object.entries(SCREENS)) await visit(name, route);
});
