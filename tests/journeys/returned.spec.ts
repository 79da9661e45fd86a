// Two people pay withdrawals out: one arrives, and one comes back, whose page says why and what to do.
import { expect } from "@playwright/test";
import { hundredths } from "./figures";
import { test } from "./fixtures";
import { approve, payOut } from "./reviewers";
import { join, setPayPassword } from "./steps";
import { confirm, IBANS, saveAccount } from "./withdrawals";

test.use({
  flags: [
    ...["--autopilot-seconds", "off", "--withdrawals-need-kyc", "false"],
    ...["--new-address-lock-hours", "0", "--cooling-off-hours", "0"],
  ],
});

test("of two withdrawals one arrives, and the other comes back with a reason", async ({
  server,
  customer,
}) => {
  const { page, screen, text } = customer;
  const look = () => customer.canUseWhatItSees();
  const goTo = (path: string) => page.goto(`${server.origin}/#/pages/${path}`);
  await join(customer, server);
  await test.step("deposits, and two people credit it", async () => {
    await goTo("deposit/fiat");
    await customer.fill("funds:deposit.amount", "1000");
    await customer.press("funds:deposit.submitPaper");
    await customer.sees("funds:record.pending");
    approve(server, "deposit");
    await customer.sees("funds:record.completed");
    await customer.sees("deposits:by.reviewers");
  });
  await test.step("saves a bank account", async () => {
    await goTo("bcard/modify");
    await setPayPassword(customer);
    await saveAccount(customer, IBANS[0]);
  });

  /** Asks for an amount, and opens the withdrawal's own page; returns its number. */
  const withdraw = async (amount: string): Promise<string> => {
    await goTo("withdraw/bcard");
    await customer.fill("withdrawals:amount", amount);
    await customer.press("withdrawals:review");
    await confirm(customer, "withdrawals:confirm");
    await customer.sees("withdrawals:done");
    await screen
      .getByRole("link", { name: text("payouts:detail.open") })
      .first()
      .click();
    await customer.sees("withdrawals:status.requested");
    return (await customer.figure(text("withdrawals:number"))).replaceAll(/\D/g, "");
  };
  /** Two people approve it and send it, and its page shows each step by itself. */
  const send = async (): Promise<void> => {
    approve(server, "withdrawal");
    await customer.sees("payouts:next.approved");
    payOut(server, "export");
    await customer.sees("payouts:next.sentSimulated");
  };

  await test.step("withdraws, and sees it approved, sent and arrived", async () => {
    const id = await withdraw("250.01");
    await look();
    await send();
    await look();
    payOut(server, "settled", id);
    await expect(screen.getByText(text("payouts:next.sentSimulated"))).toBeHidden();
    await expect(
      screen.locator("li", { hasText: text("withdrawals:status.settled") }).locator(".num"),
    ).toBeVisible();
    await look();
  });
  await test.step("withdraws again, and reads why it came back and what to do", async () => {
    const id = await withdraw("300");
    await send();
    payOut(server, "returned", id, "--reason", "account_closed");
    await customer.sees("payouts:detail.returned");
    await customer.sees("withdrawals:reason.account_closed");
    await customer.sees("payouts:next.returned");
    await customer.sees("payouts:do.account_closed");
    await look();
  });
  await test.step("is told so in the inbox, which leads to it", async () => {
    await customer.tab("home");
    await page
      .getByRole("link", { name: text("common:messages.open") })
      .first()
      .click();
    await page.locator("a[data-row][href*='/notice/detail']").first().click();
    await customer.sees("withdrawals:reason.account_closed");
    await screen.getByRole("link", { name: text("inbox:open.withdrawal") }).click();
    await customer.sees("payouts:do.account_closed");
  });
  await test.step("has all of it again, and nothing of what arrived", async () => {
    await goTo("withdraw/bcard");
    const usable = await screen.getByText(/749\.99/).first();
    await expect(usable).toBeVisible();
    expect(hundredths((await usable.textContent()) ?? "")).toBe(74_999n);
  });
  expect(server.audit()).toContain("audit: ok");
});
