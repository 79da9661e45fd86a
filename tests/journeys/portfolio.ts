// The steps to an account that is worth a picture: money in every wallet, shares of two markets, a pair, a watchlist.
import { expect } from "@playwright/test";
import { follow } from "./classes";
import type { Customer } from "./customer";
import type { Server } from "./server";
import { deposit, join, moveMoney, send, transfer } from "./steps";

/** The sums that are moved to the wallets besides that of US stocks, in US dollars. */
const MOVED = { HK_STOCK: "25000", FOREX: "10000" };

/** Shares that are bought at the market. */
const SHARES = [
  { market: "HK", code: "00005", quantity: "400" },
  { market: "HK", code: "00700", quantity: "200" },
  { market: "UsStock", code: "COST", quantity: "8" },
  { market: "UsStock", code: "NVDA", quantity: "75" },
  { market: "UsStock", code: "AAPL", quantity: "40" },
];

/** Quotes that are watched, the last one at the top of the watchlist. */
const WATCHED = [
  "quote/crypto?code=BTCUSDT&market=Crypto",
  "quote/globalindex?code=HSI&market=Index",
  "quote/globalindex?code=SPX&market=Index",
  "quote/forex?code=USDJPY&market=Forex",
  "quote/forex?code=EURUSD&market=Forex",
  "hkstock/quote?code=00005&market=HK",
  "hkstock/quote?code=00700&market=HK",
  "quote/stock?code=COST&market=UsStock",
  "quote/stock?code=NVDA&market=UsStock",
  "quote/stock?code=AAPL&market=UsStock",
];

export const visit = ({ page }: Customer, { origin }: Server, path: string) =>
  page.goto(`${origin}/#/pages/${path}`);

/** Registers, pays in, and moves money to every wallet that trades. */
export async function fillWallets(customer: Customer, server: Server): Promise<void> {
  await join(customer, server);
  await deposit(customer);
  await transfer(customer);
  for (const [wallet, amount] of Object.entries(MOVED)) {
    await visit(customer, server, `profile/transfer?from=BALANCE&to=${wallet}`);
    await moveMoney(customer, amount);
  }
}

/** Buys the shares; the result of the last order stays open. */
export async function buyShares(customer: Customer, server: Server): Promise<void> {
  for (const { market, code, quantity } of SHARES) {
    await visit(customer, server, `payment/stock?code=${code}&market=${market}&direction=0`);
    await customer.choose("orders:type.market");
    await customer.fill("orders:ticket.quantity", quantity);
    const result = await send(customer, "orders:deed.buy", quantity, code);
    await expect(result).toContainText(`${quantity} ×`);
  }
}

/** Fills in a ticket for a pair at the market, and waits for what it takes. */
export async function fillInPair(
  customer: Customer,
  server: Server,
  code: string,
  quantity: string,
): Promise<void> {
  await visit(customer, server, `payment/forex?code=${code}&market=Forex&direction=0`);
  await customer.choose("orders:type.market");
  await customer.fill("orders:ticket.quantity", quantity);
  await customer.sees("orders:margin.liquidation");
}

export async function openPosition(customer: Customer, pair: string): Promise<void> {
  await customer.tab("trade");
  await customer.screen
    .getByRole("link", { name: new RegExp(pair) })
    .first()
    .click();
}

/** Goes long on the euro, with a take-profit above the market and a stop-loss below it. */
export async function goLong(customer: Customer, server: Server): Promise<void> {
  const { text, sheet } = customer;
  await fillInPair(customer, server, "EURUSD", "50000");
  await send(customer, "orders:deed.buy_margin", "50,000", "EUR/USD");
  await customer.confirm("common:action.done");
  await openPosition(customer, "EUR/USD");
  await customer.press("positions:protection.set");
  const mark = await sheet
    .getByText(/\d\.\d{5}/)
    .first()
    .textContent();
  const price = Number(/\d\.\d{5}/.exec(mark ?? "")?.[0]);
  const leg = (name: string) => sheet.getByLabel(text(`positions:margin.${name}`), { exact: true });
  await leg("takeProfit").fill((price + 0.012).toFixed(5));
  await leg("stopLoss").fill((price - 0.006).toFixed(5));
  await customer.confirm("positions:margin.protectSet");
  await expect(sheet).toBeHidden();
}

export async function watchAll(customer: Customer, server: Server): Promise<void> {
  for (const quote of WATCHED) {
    await visit(customer, server, quote);
    await follow(customer);
  }
}
