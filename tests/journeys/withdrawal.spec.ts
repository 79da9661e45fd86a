// Money goes out: the account waits until its lock has ended, a withdrawal is reviewed, sent and settles, and the lock of a
// second account refuses the next one.
import { expect } from "@playwright/test";
import { test } from "./fixtures";
import { verify } from "./identity";
import { deposit, join, setPayPassword } from "./steps";
import { confirm, IBANS, LOCKED_MS, saveAccount } from "./withdrawals";

test("a customer withdraws to a new account once its lock has ended", async ({
  server,
  customer,
}) => {
  const { page, screen, text } = customer;
  const look = () => customer.canUseWhatItSees();
  const goTo = (path: string) => page.goto(`${server.origin}/#/pages/${path}`);
  await join(customer, server);
  await deposit(customer);
  await verify(customer, server);
  await test.step("saves a bank account, and reads before how long it waits", async () => {
    await goTo("bcard/modify");
    await setPayPassword(customer);
    await customer.sees("withdrawals:lock.before", {
      time: text("withdrawals:duration.minutes_one", { count: "1" }),
    });
    await customer.fill("withdrawals:field.bankName", "Deutsche Bank");
    await page.reload();
    await expect(customer.field("withdrawals:field.bankName")).toHaveValue("Deutsche Bank");
    await look();
    await saveAccount(customer, IBANS[0]);
  });
  await test.step("is told until when nothing can be withdrawn to it, and waits", async () => {
    await goTo("withdraw/bcard");
    await customer.sees("withdrawals:lock.new_address.title");
    await look();
    await expect(screen.getByText(text("withdrawals:lock.new_address.title"))).toBeHidden({
      timeout: LOCKED_MS,
    });
  });
  await test.step("reads how what can be withdrawn adds up", async () => {
    await screen.getByRole("button", { name: text("withdrawals:usable.details") }).click();
    await expect(customer.sheet.getByText(text("withdrawals:usable.balance"))).toBeVisible();
    await look();
    await page.keyboard.press("Escape");
    await expect(customer.sheet).toBeHidden();
  });
  await test.step("withdraws, and sees it reviewed, sent and settled", async () => {
    await customer.fill("withdrawals:amount", "250.01");
    await customer.press("withdrawals:review");
    await confirm(customer, "withdrawals:confirm");
    await customer.sees("withdrawals:done");
    await look();
    await goTo("withdraw/bcard");
    await customer.sees("withdrawals:status.requested");
    const settled = screen.locator("li", { hasText: text("withdrawals:status.settled") });
    await expect(settled.locator(".num")).toBeVisible();
    await look();
  });
  await test.step("is refused by the lock of a second account", async () => {
    await goTo("bcard/modify");
    await saveAccount(customer, IBANS[1]);
    await goTo("withdraw/bcard");
    const picker = new RegExp(`^${text("withdrawals:to")}: `);
    await screen.getByRole("button", { name: picker }).click();
    await look();
    await customer.sheet.getByRole("button", { name: /5432/ }).click();
    await customer.sees("withdrawals:lock.new_address.title");
    await expect(customer.button("withdrawals:lock.reason")).toBeVisible();
    await look();
  });
  expect(server.audit()).toContain("audit: ok");
});
