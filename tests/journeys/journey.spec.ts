import { expect } from "@playwright/test";
import { test } from "./fixtures";
import {
  amendOrder,
  buyAtMarket,
  cancelOrder,
  closeHalf,
  copyUserId,
  deposit,
  findApple,
  openReceipt,
  readHistory,
  readInbox,
  readReceipt,
  register,
  restLimitOrder,
  seesOrder,
  transfer,
} from "./steps";

test("a newcomer opens an account and trades a stock to the last receipt", async ({
  server,
  customer,
}) => {
  await test.step("registers with the code from an e-mail", () => register(customer, server));
  await test.step("copies the user ID", () => copyUserId(customer));
  await test.step("deposits paper money", () => deposit(customer));
  await test.step("reads in the inbox that it was credited", () => readInbox(customer));
  await test.step("moves it to the stock account", () => transfer(customer));
  await test.step("finds AAPL and watches it tick", () => findApple(customer));
  await test.step("buys at market", () => buyAtMarket(customer));
  await test.step("reads the receipt", async () => {
    await openReceipt(customer);
    await readReceipt(customer, "bought");
  });
  const limit = await test.step("buys with a limit that rests", async () => {
    await findApple(customer);
    return restLimitOrder(customer);
  });
  await test.step("finds the order again after the server was restarted", async () => {
    await server.restart();
    await customer.page.reload();
    await seesOrder(customer, limit);
    await customer.canUseWhatItSees();
  });
  await test.step("sees profit move and closes half", () => closeHalf(customer));
  await test.step("reads the receipt of the sale", async () => {
    await openReceipt(customer);
    await readReceipt(customer, "sold");
  });
  const amended = await test.step("changes the order that rests", () =>
    amendOrder(customer, limit));
  await test.step("cancels it", () => cancelOrder(customer, amended));
  await test.step("finds all three orders in the history", () => readHistory(customer));
  await test.step("the books are sound", () => expect(server.audit()).toContain("audit: ok"));
});
