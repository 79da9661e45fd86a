// A contract on the S&P 500 is bought, rolled into the next month, and settled at the end of the day.
import { expect } from "@playwright/test";
import { codeOf, priceOf, rowOf } from "./classes";
import { hundredths } from "./figures";
import { test } from "./fixtures";
import { chooseMarket } from "./products";
import { deposit, join, moveMoney, setPayPassword } from "./steps";

/** Three minutes before the settlement of a Thursday, in which the customer buys; nobody would wait a day for it. */
test.use({ flags: ["--starts-at", "2026-12-10T21:57:00Z"] });

const SP500 = /(?<![A-Z])ES[HMUZ]\d\d/;
/** The settlement comes once three minutes are over. */
const SETTLED_MS = 300_000;

test("a customer buys a future, rolls it into the next month, and has it settled", async ({
  server,
  customer,
}) => {
  const { page, screen, text } = customer;
  await test.step("opens an account with money", async () => {
    await join(customer, server);
    await deposit(customer);
  });
  await test.step("finds the nearest month of the S&P 500", async () => {
    await chooseMarket(customer, "market:class.future");
    await customer.choose("kinds:parts.future.index");
    await rowOf(customer, SP500).click();
    const months = screen.getByRole("radiogroup", { name: text("kinds:future.months") });
    await months.getByRole("radio").first().click();
    await expect.poll(() => codeOf(customer)).toBe("ESZ26");
    await customer.watchPushed(priceOf(customer));
    await customer.canUseWhatItSees();
  });
  await test.step("moves money to the account for futures", async () => {
    // The button carries the price beneath its word.
    const buy = new RegExp(`^${text("common:direction.buy_margin")}`);
    await screen.getByRole("button", { name: buy }).first().click();
    await customer.follow("orders:available.transfer");
    await setPayPassword(customer);
    await moveMoney(customer, "80000");
    await customer.press("funds:transfer.backToOrder");
  });
  await test.step("buys a contract, and sees both margins first", async () => {
    await customer.choose("orders:type.market");
    await customer.fill("orders:ticket.quantity", "1");
    await customer.sees("orders:margin.maintenance");
    await customer.sees("orders:future.lastTradeDay");
    await customer.canUseWhatItSees();
    await customer.press("orders:ticket.review");
    const order = customer.sheet.getByRole("button", { name: /ESZ26|S&P 500/ });
    await expect(order).toBeEnabled();
    await order.click();
    await expect(customer.sheet.getByRole("status")).toContainText("1 ×");
    await customer.confirm("common:action.done");
  });
  await test.step("rolls it into the next month", async () => {
    await customer.tab("trade");
    await screen
      .getByRole("link", { name: /ESZ26|S&P 500/ })
      .first()
      .click();
    await customer.press("positions:roll.action", { contract: "ESH27" });
    await expect(customer.sheet.getByText(text("positions:roll.commission"))).toBeVisible();
    await customer.canUseWhatItSees();
    await customer.confirm("positions:roll.action", { contract: "ESH27" });
    // The page of a position that is closed meanwhile leaves the words to the toast, and leads to the new month's.
    await expect(page.getByRole("status").filter({ hasText: "ESH27" }).first()).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: /ESH27/ })).toBeVisible();
    await customer.tab("trade");
    await screen
      .getByRole("link", { name: /Mar 2027|ESH27/ })
      .first()
      .click();
  });
  await test.step("sees what the day's settlement has paid", async () => {
    await customer.sees("positions:future.settlementPrice");
    await customer.canUseWhatItSees();
    const settled = () => customer.figure(text("positions:future.settlementPrice"));
    await expect
      .poll(settled, { timeout: SETTLED_MS, intervals: [1_000] })
      .toMatch(/\d,\d{3}\.\d\d/);
    expect(hundredths(await settled())).toBeGreaterThan(0n);
  });
  await test.step("the books are sound", () => expect(server.audit()).toContain("audit: ok"));
});
