import { expect } from "@playwright/test";
import { hundredths } from "./figures";
import { test } from "./fixtures";
import {
  closeInFull,
  deposit,
  findApple,
  join,
  openReceipt,
  readReceipt,
  sendAs,
  transfer,
} from "./steps";

/** What is spent: less than four shares cost. */
const AMOUNT = "1,000.00 USD";

test("a customer buys shares for an amount of dollars, protects them, and sells them to the last fraction", async ({
  server,
  customer,
}) => {
  const { page, screen, text } = customer;
  const apple = text.named("AAPL");
  await test.step("opens an account with money for stocks", async () => {
    await join(customer, server);
    await deposit(customer);
    await transfer(customer);
  });
  await test.step("types what to spend, and sees what it buys and costs", async () => {
    await findApple(customer);
    await customer.press("common:direction.buy");
    await customer.choose("orders:type.market");
    await screen.getByRole("radio", { name: "USD", exact: true }).click();
    await customer.fill("orders:amount.field", "1000");
    const left = text("orders:amount.left", {
      shares: text("orders:count.share_other", { quantity: "SHARES" }),
      ...{ amount: "REST", currency: "USD" },
    });
    const hint = new RegExp(left.replace("SHARES", "\\d\\.\\d{1,6}").replace("REST", "0\\.0\\d"));
    await expect(screen.getByText(hint)).toBeVisible();
    await customer.sees("orders:cost.paidAbout");
    await customer.canUseWhatItSees();
  });
  const held = await test.step("buys, and holds the fraction", async () => {
    const values = { amount: AMOUNT, instrument: apple };
    const result = await sendAs(customer, "orders:review.buyFor", values);
    await expect(result).toContainText(/\d\.\d{1,6} × [\d,]+\.\d\d/);
    const [filled = ""] = /\d\.\d{1,6}(?= × )/.exec((await result.textContent()) ?? "") ?? [];
    const shares = text("orders:count.share_other", { quantity: filled });
    await expect(customer.sheet.getByText(shares, { exact: true })).toBeVisible();
    return filled;
  });
  await test.step("reads on the receipt that no more than the amount was spent", async () => {
    await openReceipt(customer);
    await readReceipt(customer, "bought");
    const account = text("orders:account.STOCK");
    const paid = hundredths(await customer.figure(text("orders:money.paid", { account })));
    expect(paid).toBeLessThanOrEqual(hundredths(AMOUNT));
    expect(paid).toBeGreaterThan(hundredths(AMOUNT) - 2n);
  });
  await test.step("sets a stop-loss that holds all of them", async () => {
    await customer.tab("trade");
    await page.getByRole("link", { name: /AAPL/ }).first().click();
    await customer.press("positions:protection.set");
    await customer.sheet
      .getByLabel(text("positions:margin.stopLoss"), { exact: true })
      .fill("100.00");
    await customer.confirm("positions:margin.protectSet");
    await expect(customer.sheet).toBeHidden();
  });
  await test.step("finds the fraction among the holdings, and sells all of it", async () => {
    await closeInFull(customer, held);
    await openReceipt(customer);
    await readReceipt(customer, "sold");
  });
  await test.step("holds nothing any more", async () => {
    await customer.tab("trade");
    await customer.sees("positions:empty");
  });
  await test.step("the books are sound", () => expect(server.audit()).toContain("audit: ok"));
});
