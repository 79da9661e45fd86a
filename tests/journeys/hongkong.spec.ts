import { expect } from "@playwright/test";
import { test } from "./fixtures";
import { chooseMarket, openRow } from "./products";
import {
  deposit,
  moveMoney,
  openReceipt,
  readReceipt,
  register,
  send,
  setPayPassword,
} from "./steps";

const TENCENT = "00700";

test("a customer buys a board lot in Hong Kong, sells it again and reads both receipts", async ({
  server,
  customer,
}) => {
  const { page, text } = customer;
  await test.step("opens an account with money", async () => {
    await register(customer, server);
    await deposit(customer);
  });
  await test.step("finds Tencent among the shares of Hong Kong", async () => {
    await chooseMarket(customer, "market:class.hkStock");
    await openRow(customer, TENCENT);
    await customer.watch(customer.screen.getByText(/^[\d,]+\.\d\d$/).first());
    await customer.canUseWhatItSees();
  });
  await test.step("moves money to the account that pays there", async () => {
    await customer.press("common:direction.buy");
    await customer.follow("orders:available.transfer");
    await setPayPassword(customer);
    await moveMoney(customer, "20000");
    expect(await customer.figure(text("funds:transfer.rate"))).toContain("HKD");
    await customer.press("funds:transfer.backToOrder");
  });
  await test.step("buys a lot at the market, with stamp duty", async () => {
    await customer.choose("orders:type.market");
    await customer.fill("orders:ticket.quantity", "100");
    await customer.sees("orders:lots.count_one", {
      lots: "1",
      quantity: customer.text("orders:count.share_other", { quantity: "100" }),
    });
    await customer.sees("orders:fee.stamp");
    await customer.canUseWhatItSees();
    const result = await send(customer, "orders:deed.buy", "100", TENCENT);
    await expect(result).toContainText("100 ×");
  });
  await test.step("reads the receipt", async () => {
    await openReceipt(customer);
    await readReceipt(customer, "bought", "HK_STOCK");
  });
  await test.step("sells it from the holdings", async () => {
    await customer.tab("trade");
    const holding = page.getByRole("link", { name: new RegExp(TENCENT) }).first();
    await expect(holding).toBeVisible();
    await holding.click();
    await customer.follow("positions:close.action_share");
    const amount = customer.text("orders:count.share_other", { quantity: "100" });
    await customer.button("orders:max.amount", { amount }).click();
    await customer.sees("orders:cost.receivedAbout");
    await customer.sees("orders:settlement.proceeds");
    await customer.canUseWhatItSees();
    const result = await send(customer, "orders:deed.sell", "100", TENCENT);
    await expect(result).toContainText("100 ×");
    await openReceipt(customer);
    await readReceipt(customer, "sold", "HK_STOCK");
  });
  await test.step("sees when what both came to is settled", async () => {
    await page.goto(`${server.origin}/#/pages/profile/transfer?from=HK_STOCK&to=BALANCE`);
    const settles = new RegExp(text("funds:settling.deducted", { day: "[^−]+" }));
    await expect(page.getByText(settles).first()).toBeVisible();
    await customer.canUseWhatItSees();
  });
  await test.step("the books are sound", () => expect(server.audit()).toContain("audit: ok"));
});
