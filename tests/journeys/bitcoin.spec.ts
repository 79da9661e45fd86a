// A coin is bought for an amount of USDT with a take-profit and a stop-loss, and sold from the holding.
import { expect } from "@playwright/test";
import { test } from "./fixtures";
import { chooseMarket, openRow } from "./products";
import { deposit, join, moveMoney, setPayPassword } from "./steps";

const BITCOIN = "BTCUSDT";
/** Stands on the button that sends the order. */
const AMOUNT = /1,000\.00 USDT/;

/** A number of coins as the app writes it, such as «0.01331 BTC». */
const COINS = /0\.\d{1,5}(?= × )/;

test("a customer buys a coin for an amount of USDT, with a take-profit and a stop-loss, and sells it", async ({
  server,
  customer,
}) => {
  const { page, screen, text } = customer;
  const turnOn = (name: string) =>
    screen.getByRole("switch", { name: text(name), exact: true }).check();
  await test.step("opens an account with money", async () => {
    await join(customer, server);
    await deposit(customer);
  });
  await test.step("finds Bitcoin among the coins", async () => {
    await chooseMarket(customer, "market:class.crypto");
    await openRow(customer, BITCOIN);
    await customer.watch(screen.getByText(/^[\d,]+\.\d\d$/).first());
    await customer.canUseWhatItSees();
  });
  await test.step("moves dollars to the account that pays in USDT", async () => {
    await customer.press("common:direction.buy");
    await customer.follow("orders:available.transfer");
    await setPayPassword(customer);
    await moveMoney(customer, "5000");
    expect(await customer.figure(text("funds:transfer.rate"))).toContain("USDT");
    await customer.press("funds:transfer.backToOrder");
  });
  await test.step("types what to spend, and how far it may rise and fall", async () => {
    await customer.choose("orders:type.market");
    await screen.getByRole("radio", { name: "USDT", exact: true }).click();
    await customer.fill("orders:amount.field", "1000");
    await customer.press("ticket:legs.title");
    await customer.choose("ticket:legs.percent");
    await turnOn("ticket:legs.takeProfit");
    await turnOn("ticket:legs.stopLoss");
    await customer.canUseWhatItSees();
    await customer.fill("ticket:legs.takeProfitPercent", "20");
    await customer.fill("ticket:legs.stopLossPercent", "10");
    await customer.sees("orders:fee.taker");
    await customer.sees("orders:cost.paidAbout");
  });
  const held = await test.step("buys at once", async () => {
    await customer.press("orders:ticket.review");
    const order = customer.sheet.getByRole("button", { name: AMOUNT });
    await expect(order).toBeEnabled();
    await order.click();
    const result = customer.sheet.getByRole("status");
    await expect(result).toContainText(COINS);
    const [filled = ""] = COINS.exec((await result.textContent()) ?? "") ?? [];
    await customer.canUseWhatItSees();
    await customer.confirm("common:action.done");
    return filled;
  });
  await test.step("finds the coin among the holdings, with both legs waiting", async () => {
    await customer.tab("trade");
    const holding = page.getByRole("link", { name: new RegExp(BITCOIN) }).first();
    await expect(holding).toBeVisible();
    await customer.canUseWhatItSees();
    await holding.click();
    await expect(customer.button("positions:protection.change")).toBeVisible();
    await customer.canUseWhatItSees();
  });
  await test.step("sells all of it, though the legs hold all of it", async () => {
    await customer.follow("positions:close.action");
    const amount = text("orders:count.coin", { quantity: held, coin: "BTC" });
    await customer.button("orders:max.amount", { amount }).click();
    await expect(customer.field("orders:ticket.quantity")).toHaveValue(held);
    await customer.sees("orders:cost.receivedAbout");
    await customer.canUseWhatItSees();
    await customer.press("orders:ticket.review");
    const order = customer.sheet.getByRole("button", { name: new RegExp(held) });
    await expect(order).toBeEnabled();
    await order.click();
    await expect(customer.sheet.getByRole("status")).toContainText(`${held} ×`);
    await customer.confirm("common:action.done");
  });
  await test.step("holds nothing any more, and nothing waits", async () => {
    await customer.tab("trade");
    await customer.sees("positions:empty");
    await screen.getByRole("radio", { name: text("positions:tabs.orders"), exact: true }).click();
    await customer.sees("orders:list.noOrders");
  });
  await test.step("the books are sound", () => expect(server.audit()).toContain("audit: ok"));
});
