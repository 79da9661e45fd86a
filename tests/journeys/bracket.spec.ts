import { expect } from "@playwright/test";
import { test } from "./fixtures";
import { deposit, findApple, join, send, transfer } from "./steps";

test("a customer buys with a take-profit and a stop-loss, and one of them closes the position", async ({
  server,
  customer,
}) => {
  const { screen, text } = customer;
  const turnOn = (name: string) =>
    screen.getByRole("switch", { name: text(name), exact: true }).check();
  await test.step("opens an account with money for stocks", async () => {
    await join(customer, server);
    await deposit(customer);
    await transfer(customer);
  });
  await test.step("reads what each type of order is", async () => {
    await findApple(customer);
    await customer.press("common:direction.buy");
    const more = `${text("orders:ticket.type")}: ${text("ticket:more")}`;
    await screen.getByRole("button", { name: more, exact: true }).click();
    await expect(customer.sheet.getByText(text("ticket:type.trailingStop.text"))).toBeVisible();
    await customer.canUseWhatItSees();
    const limit = `${text("ticket:type.limit.name")} ${text("ticket:type.limit.text")}`;
    await customer.sheet.getByRole("button", { name: limit, exact: true }).click();
  });
  await test.step("is told that a stop is on the wrong side", async () => {
    const more = `${text("orders:ticket.type")}: ${text("ticket:more")}`;
    await screen.getByRole("button", { name: more, exact: true }).click();
    await customer.sheet.getByText(text("ticket:type.stop.name"), { exact: true }).click();
    await customer.fill("ticket:field.stopPrice", "1");
    await expect(screen.getByRole("alert")).toBeVisible();
    await customer.canUseWhatItSees();
  });
  await test.step("buys at the market with both legs, a few cents away", async () => {
    await customer.choose("orders:type.market");
    await customer.fill("orders:ticket.quantity", "10");
    await customer.press("ticket:legs.title");
    await customer.choose("ticket:legs.percent");
    await turnOn("ticket:legs.takeProfit");
    await turnOn("ticket:legs.stopLoss");
    await customer.canUseWhatItSees();
    await customer.fill("ticket:legs.takeProfitPercent", "0.02");
    await customer.fill("ticket:legs.stopLossPercent", "0.02");
    await customer.sees("orders:cost.paidAbout");
    await expect(await send(customer, "orders:deed.buy", "10")).toContainText("10 ×");
    await customer.confirm("common:action.done");
  });
  await test.step("sees one of the legs close it", async () => {
    await customer.tab("trade");
    await screen.getByRole("radio", { name: text("positions:tabs.closed"), exact: true }).click();
    const sold = screen.getByRole("link", { name: /AAPL/ }).first();
    // The market walks so far within minutes.
    await expect(sold).toBeVisible({ timeout: 300_000 });
    await customer.canUseWhatItSees();
    await sold.click();
    await customer.sees("orders:check.sound");
    await customer.canUseWhatItSees();
  });
  await test.step("nothing waits any more", async () => {
    await customer.tab("trade");
    await screen.getByRole("radio", { name: text("positions:tabs.orders"), exact: true }).click();
    await customer.sees("orders:list.noOrders");
  });
  await test.step("the books are sound", () => expect(server.audit()).toContain("audit: ok"));
});
