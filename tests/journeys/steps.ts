// The steps of the journeys, each as a customer does it, by the texts of the screens.
import { expect, type Locator } from "@playwright/test";
import { type Customer, read } from "./customer";
import { hundredths, typed } from "./figures";
import type { Server } from "./server";

const EMAIL = "newcomer@example.org";
const PASSWORD = "correct-horse";
export const PAY_PASSWORD = "battery-staple";

export async function register(customer: Customer, server: Server, email = EMAIL): Promise<void> {
  await signUp(customer, server, email, () => customer.canUseWhatItSees());
}

/** Registers for journeys that are about something else, without checking the screens. */
export const join = (customer: Customer, server: Server) =>
  signUp(customer, server, EMAIL, async () => undefined);

async function signUp(
  customer: Customer,
  server: Server,
  email: string,
  look: () => Promise<void>,
): Promise<void> {
  await customer.page.goto(server.origin);
  await look();
  await customer.press("common:action.signUp");
  await customer.fill("identity:field.email", email);
  await customer.press("identity:code.send");
  await customer.sees("identity:code.outboxSent");
  await customer.fill("identity:field.code", server.codeFor(email));
  await customer.fill("identity:field.password", PASSWORD);
  await customer.fill("identity:field.repeat", PASSWORD);
  await look();
  await customer.press("identity:register.submit");
  await customer.sees("identity:welcome.title");
}

export async function copyUserId(customer: Customer): Promise<void> {
  await customer.tab("profile");
  await customer.press("identity:account.copyId");
  await expect(customer.page.getByText(customer.text("common:message.copied"))).toBeVisible();
  await customer.tab("home");
}

export async function typeDeposit(customer: Customer): Promise<void> {
  await customer.press("funds:steps.depositAction");
  await customer.follow("funds:deposit.channel.fiat");
  await customer.fill("funds:deposit.amount", "100000");
}

export async function deposit(customer: Customer): Promise<void> {
  await typeDeposit(customer);
  await customer.canUseWhatItSees();
  await customer.press("funds:deposit.submitPaper");
  await customer.sees("funds:record.completed");
  await customer.canUseWhatItSees();
}

/** Coins on a simulated chain: less than the minimum stands in suspense until the customer asks for it. */
export async function depositCoins(customer: Customer): Promise<void> {
  await customer.press("funds:steps.depositAction");
  await customer.follow("funds:deposit.channel.wallet");
  await customer.sees("deposits:test");
  await customer.canUseWhatItSees();
  await customer.fill("funds:deposit.amount", "0.4");
  await customer.press("deposits:testSubmit");
  expect(hundredths(await customer.figure(customer.text("deposits:suspenseSum")))).toBe(40n);
  await customer.sees("funds:record.suspense");
  await customer.canUseWhatItSees();
  await customer.press("deposits:release");
  await customer.sees("funds:record.completed");
  await expect(customer.button("deposits:release")).toBeHidden();
  await customer.canUseWhatItSees();
}

/** From the number on the bell to a message that is read; the number is gone then. */
export async function readInbox(customer: Customer): Promise<void> {
  const { page, screen, text } = customer;
  await customer.tab("home");
  const bell = page.getByRole("link", { name: text("common:messages.open") }).first();
  const unread = text("common:messages.unread", { number: "1" });
  await expect(bell).toContainText(unread);
  await customer.canUseWhatItSees();
  await bell.click();
  const told = page.locator("a[data-row][href*='/notice/detail']");
  await expect(told).toHaveCount(1);
  await expect(told).toContainText(text("inbox:unread"));
  await customer.canUseWhatItSees();
  await told.click();
  await expect(screen.getByText(/100,000\.00 USD/)).toBeVisible();
  await customer.canUseWhatItSees();
  await screen.getByRole("link", { name: text("inbox:open.deposit") }).click();
  await customer.sees("funds:record.completed");
  await customer.tab("home");
  await expect(bell).toBeVisible();
  await expect(bell).not.toContainText(unread);
}

export async function setPayPassword(customer: Customer): Promise<void> {
  await customer.press("identity:payPassword.setAction");
  await customer.fill("identity:loginPassword.title", PASSWORD);
  await customer.fill("identity:field.newPayPassword", PAY_PASSWORD);
  await customer.fill("identity:field.repeatPay", PAY_PASSWORD);
  await customer.canUseWhatItSees();
  await customer.press("common:action.save");
}

export async function transfer(customer: Customer): Promise<void> {
  await customer.press("funds:steps.transferAction");
  await setPayPassword(customer);
  await moveMoney(customer, "50000");
}

/** Moves an amount between the accounts that the screen proposes. */
export async function moveMoney(customer: Customer, amount: string): Promise<void> {
  await customer.fill("funds:transfer.amount", amount);
  await customer.press("funds:transfer.review");
  await customer.sheet
    .getByLabel(customer.text("identity:field.payPassword"), { exact: true })
    .fill(PAY_PASSWORD);
  await customer.canUseWhatItSees();
  await customer.confirm("funds:transfer.confirm");
  await customer.sees("funds:transfer.done");
}

export async function findApple(customer: Customer): Promise<void> {
  const { page, screen, text } = customer;
  await customer.tab("home");
  await page.getByRole("button", { name: text("common:action.search"), exact: true }).click();
  await page.getByRole("searchbox").fill("AAPL");
  await screen.getByRole("link", { name: /AAPL/ }).first().click();
  await customer.watch(screen.getByText(/^[\d,]+\.\d\d$/).first());
  await customer.canUseWhatItSees();
}

/** A quantity of an instrument in a sentence, such as «100 股 腾讯控股»; that of a pair, which has a code, has no noun. */
export function amountOf(text: Customer["text"], quantity: string, code: string): string {
  const noun = code.includes("/") ? "unit" : "share";
  return `${text(`orders:measure.${noun}`, { quantity })} ${text.named(code)}`;
}

/** Sends the order on the ticket, from the review to its result. */
export async function send(
  customer: Customer,
  action: string,
  quantity: string,
  code = "AAPL",
): Promise<Locator> {
  return sendAs(customer, action, { what: amountOf(customer.text, quantity, code) });
}

/** Sends the order on the ticket by the button with these words. */
export async function sendAs(
  customer: Customer,
  action: string,
  values: Record<string, string>,
): Promise<Locator> {
  await customer.press("orders:ticket.review");
  await expect(customer.button(action, values, customer.sheet)).toBeEnabled();
  await customer.canUseWhatItSees();
  await customer.confirm(action, values);
  return customer.sheet.getByRole("status");
}

/** Fills in a ticket for ten shares at the market, and waits for its cost. */
export async function fillInTicket(customer: Customer): Promise<void> {
  await customer.press("common:direction.buy");
  await customer.choose("orders:type.market");
  await customer.fill("orders:ticket.quantity", "10");
  await customer.sees("orders:cost.paidAbout");
  await customer.canUseWhatItSees();
}

export async function buyAtMarket(customer: Customer): Promise<void> {
  await fillInTicket(customer);
  await expect(await send(customer, "orders:deed.buy", "10")).toContainText("10 ×");
}

/** A quantity, which may be a fraction, times a price: rounded up for who pays it, and down for who gets it. */
function worthOf(quantity: string, price: string, up: boolean): bigint {
  const [whole = "", fraction = ""] = quantity.split(".");
  const one = 10n ** BigInt(fraction.length);
  const exact = BigInt(whole + fraction) * hundredths(price);
  return (exact + (up ? one - 1n : 0n)) / one;
}

/** Works the receipt's figures out by other means than the app does. */
export async function readReceipt(
  customer: Customer,
  side: "bought" | "sold",
  wallet = "STOCK",
): Promise<void> {
  const { screen, text } = customer;
  const account = text(`orders:account.${wallet}`);
  const head = await read(screen.getByText(/^[\d.]+ × [\d,.]+$/).first());
  const [quantity = "", price = ""] = head.split(" × ");
  const bought = side === "bought";
  const value = worthOf(quantity, price, bought);
  expect(hundredths(await customer.figure(head))).toBe(value);
  await customer.sees("orders:check.sound");
  const total = text(bought ? "orders:money.paid" : "orders:money.received", { account });
  const paid = hundredths(await customer.figure(total));
  const lines = await customer.figures(text("orders:journal.own", { account }));
  const moved = lines.reduce((sum, line) => sum + hundredths(line), 0n);
  expect(moved).toBe(bought ? -paid : paid);
  // Both sides pay the regulators' fees.
  if (bought) expect(paid).toBeGreaterThan(value);
  else expect(paid).toBeLessThan(value);
  await customer.canUseWhatItSees();
  await exportReceipt(customer);
}

async function exportReceipt(customer: Customer): Promise<void> {
  const download = customer.page.waitForEvent("download");
  await customer.press("orders:receipt.export");
  expect((await download).suggestedFilename()).toMatch(/^plumbline-paper-receipt-\d+\.json$/);
}

/** From the result of an order to the receipt of its fill. */
export const openReceipt = (customer: Customer) => customer.confirm("orders:result.receipt");

/** A limit that the market does not reach soon: five percent under the last price. */
export async function restLimitOrder(
  customer: Customer,
  beforeReview: () => Promise<void> = async () => undefined,
): Promise<string> {
  await customer.press("common:direction.buy");
  const field = customer.field("orders:ticket.limitPrice");
  const limit = typed((hundredths(await field.inputValue()) * 95n) / 100n);
  await field.fill(limit);
  await customer.fill("orders:ticket.quantity", "5");
  await customer.choose("orders:timeInForce.gtc");
  await customer.sees("orders:cost.held");
  await beforeReview();
  const result = await send(customer, "orders:deed.buy", "5");
  await expect(result).toHaveText(customer.text("orders:result.restsAt", { limit }));
  await customer.confirm("orders:result.order");
  await customer.sees("orders:result.restsAt", { limit });
  return limit;
}

/** The list of orders on the Trade tab: under its tabs, or in the middle of a workspace. */
async function ordersOf(customer: Customer): Promise<Locator> {
  await customer.tab("trade");
  const orders = customer.page.getByRole("radio", {
    name: customer.text("positions:tabs.orders"),
    exact: true,
  });
  await orders.click();
  return (await customer.center.isVisible()) ? customer.center : customer.screen;
}

export async function seesOrder(customer: Customer, limit: string): Promise<void> {
  const orders = await ordersOf(customer);
  await expect(orders.getByText(limit, { exact: true }).first()).toBeVisible();
}

/** Raises the limit of the order that rests by a cent; returns the new one. */
export async function amendOrder(customer: Customer, limit: string): Promise<string> {
  const orders = await ordersOf(customer);
  const apple = { instrument: customer.text.named("AAPL") };
  await customer.button("orders:amend.label", apple, orders).click();
  const field = customer.sheet.getByLabel(customer.text("orders:ticket.limitPrice"), {
    exact: true,
  });
  const raised = typed(hundredths(limit) + 1n);
  await field.fill(raised);
  await customer.canUseWhatItSees();
  await customer.confirm("orders:amend.confirm");
  await expect(orders.getByText(raised, { exact: true }).first()).toBeVisible();
  return raised;
}

/** Finds the cancelled order in the history, and takes the history along as a file. */
export async function readHistory(customer: Customer): Promise<void> {
  const orders = await ordersOf(customer);
  const choose = (name: string) =>
    orders.getByRole("radio", { name: customer.text(name), exact: true }).click();
  await choose("positions:tabs.history");
  await choose("orders:status.cancelled");
  await expect(orders.getByRole("link", { name: /AAPL/ })).toHaveCount(1);
  await choose("common:action.all");
  await expect(orders.getByRole("link", { name: /AAPL/ })).toHaveCount(3);
  await customer.canUseWhatItSees();
  const download = customer.page.waitForEvent("download");
  await customer.button("orders:history.export", {}, orders).click();
  expect((await download).suggestedFilename()).toMatch(/^plumbline-orders-.*\.csv$/);
}

/** Sells half of the shares that are held, or all of them. */
async function close(customer: Customer, size: "half" | "full", quantity: string): Promise<void> {
  await customer.tab("trade");
  // A workspace always shows the holdings.
  if (!(await customer.center.isVisible())) await customer.choose("positions:tabs.holdings");
  const holding = customer.screen.getByRole("link", { name: /AAPL/ }).first();
  await expect(holding).toBeVisible();
  await customer.watch(holding);
  await customer.canUseWhatItSees();
  await holding.click();
  await customer.follow("positions:close.action_share");
  if (size === "half") await customer.press("orders:ticket.size.half");
  else {
    const amount = customer.text("orders:count.share_other", { quantity });
    await customer.button("orders:max.amount", { amount }).click();
  }
  await expect(customer.field("orders:ticket.quantity")).toHaveValue(quantity);
  await customer.sees("orders:cost.receivedAbout");
  await customer.canUseWhatItSees();
  await expect(await send(customer, "orders:deed.sell", quantity)).toContainText(`${quantity} ×`);
}

export const closeHalf = (customer: Customer) => close(customer, "half", "5");
export const closeInFull = (customer: Customer, held = "10") => close(customer, "full", held);

export async function logOut(customer: Customer): Promise<void> {
  await customer.tab("profile");
  const settings = customer.text("identity:account.settings");
  await customer.page.getByRole("button", { name: settings }).click();
  await customer.press("common:action.logOut");
  await customer.sees("identity:login.welcome");
}

export async function logIn(customer: Customer, email = EMAIL): Promise<void> {
  await customer.fill("identity:field.username", email);
  await customer.fill("identity:field.password", PASSWORD);
  await customer.press("common:action.logIn");
  const home = customer.text("common:tab.home");
  await expect(customer.page.getByRole("link", { name: home })).toBeVisible();
}

/** The user ID on the Account tab. */
export async function userId(customer: Customer): Promise<string> {
  await customer.tab("profile");
  return read(customer.screen.getByText(/^ID [\d\s]+$/).first());
}

export async function cancelOrder(customer: Customer, limit: string): Promise<void> {
  const orders = await ordersOf(customer);
  await expect(orders.getByText(limit, { exact: true }).first()).toBeVisible();
  const apple = { instrument: customer.text.named("AAPL") };
  await customer.button("orders:cancel.label", apple, orders).click();
  await expect(customer.sheet).toContainText(customer.text("orders:cancel.question"));
  await customer.canUseWhatItSees();
  await customer.confirm("orders:cancel.confirm");
  await expect(orders.getByText(customer.text("orders:list.noOrders"))).toBeVisible();
}
