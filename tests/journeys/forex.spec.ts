import { expect } from "@playwright/test";
import type { Customer } from "./customer";
import { test } from "./fixtures";
import { chooseMarket, openRow } from "./products";
import { deposit, moveMoney, register, send, setPayPassword } from "./steps";

const EURO = "EUR/USD";

/** The way into a short position: its button has the price beneath the word. */
const short = (customer: Customer) =>
  customer.screen.getByRole("button", {
    name: new RegExp(`^${customer.text("common:direction.sell_margin")}`),
  });

test("a customer goes short on a pair, adds margin and closes", async ({ server, customer }) => {
  const { text } = customer;
  await test.step("opens an account with money", async () => {
    await register(customer, server);
    await deposit(customer);
  });
  await test.step("finds a pair", async () => {
    await chooseMarket(customer, "market:class.forex");
    await openRow(customer, EURO);
    await customer.watch(customer.screen.getByText(/^1\.\d{5}$/).first());
    await customer.canUseWhatItSees();
  });
  await test.step("moves money to the account that pays there", async () => {
    await short(customer).click();
    await customer.follow("orders:available.transfer");
    await setPayPassword(customer);
    await moveMoney(customer, "5000");
    await customer.press("funds:transfer.backToOrder");
  });
  await test.step("goes short at the market and sees what it takes", async () => {
    await customer.choose("orders:type.market");
    await customer.fill("orders:ticket.quantity", "10000");
    await customer.sees("orders:margin.liquidation");
    await customer.sees("orders:margin.pipValue");
    await customer.canUseWhatItSees();
    const result = await send(customer, "orders:deed.sell_margin", "10,000", EURO);
    await expect(result).toContainText("10,000 ×");
    await customer.confirm("common:action.done");
  });
  await test.step("adds margin, and the house would close it later", async () => {
    await customer.tab("trade");
    await customer.screen
      .getByRole("link", { name: new RegExp(EURO) })
      .first()
      .click();
    const before = await customer.figure(text("positions:margin.liquidation"));
    await customer.canUseWhatItSees();
    await customer.press("positions:margin.add");
    await customer.sheet.getByLabel(text("positions:margin.amount"), { exact: true }).fill("200");
    await expect(customer.sheet.getByText(text("positions:margin.liquidation"))).toBeVisible();
    await customer.canUseWhatItSees();
    await customer.confirm("positions:margin.add");
    await expect(customer.sheet).toBeHidden();
    const figure = () => customer.figure(text("positions:margin.liquidation"));
    await expect.poll(async () => Number(await figure()) > Number(before)).toBe(true);
  });
  await test.step("closes all of it", async () => {
    await customer.follow("positions:close.action_margin");
    await customer.button("orders:max.amount", { amount: "10,000" }).click();
    await customer.canUseWhatItSees();
    const result = await send(customer, "orders:deed.buy_closing", "10,000", EURO);
    await expect(result).toContainText("10,000 ×");
    await customer.confirm("orders:result.receipt");
    await customer.sees("orders:check.sound");
    await customer.canUseWhatItSees();
  });
  await test.step("the books are sound", () => expect(server.audit()).toContain("audit: ok"));
});
