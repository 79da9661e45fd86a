import { expect } from "@playwright/test";
import { Customer } from "./customer";
import { test } from "./fixtures";
import * as steps from "./steps";
import { textsOf } from "./texts";

// Two customers' worth of steps.
test.setTimeout(360_000);

const OTHER = "other@example.org";

/** The server gets the next order, and the network is gone before its answer arrives. */
async function loseAnswer(customer: Customer): Promise<void> {
  const { page } = customer;
  await page.route(
    "**/stock/create",
    async (route) => {
      // Only the browser can resolve the name by which the customer reaches the server.
      const url = new URL(route.request().url());
      url.hostname = "127.0.0.1";
      expect((await route.fetch({ url: url.href })).ok()).toBe(true);
      await page.context().setOffline(true);
      await route.abort("internetdisconnected");
    },
    { times: 1 },
  );
}

/** The sheet says that no answer came. */
async function seesNoAnswer(customer: Customer): Promise<void> {
  await expect(customer.sheet).toContainText(customer.text("money:unanswered.title"));
  await expect(customer.button("money:unanswered.findOut", {}, customer.sheet)).toBeEnabled();
}

test("an order whose answer is lost is placed once, and everything is sold to the last receipt", async ({
  server,
  customer,
}) => {
  const { page, sheet, text } = customer;
  await test.step("has money to trade with", async () => {
    await steps.register(customer, server);
    await customer.tab("home");
    await steps.deposit(customer);
    await customer.tab("home");
    await steps.transfer(customer);
  });
  await test.step("loses the network while confirming", async () => {
    await steps.findApple(customer);
    await steps.fillInTicket(customer);
    await customer.press("orders:ticket.review");
    await loseAnswer(customer);
    await customer.confirm("orders:deed.buy", {
      what: steps.amountOf(customer.text, "10", "AAPL"),
    });
    await seesNoAnswer(customer);
    await customer.canUseWhatItSees();
  });
  await test.step("tries to find out without a network", async () => {
    await customer.confirm("money:unanswered.findOut");
    await seesNoAnswer(customer);
  });
  await test.step("closes the sheet, and finds the order as it was when the network is back", async () => {
    await customer.button("common:action.close", {}, sheet).last().click();
    await expect(sheet).toBeHidden();
    await page.context().setOffline(false);
    await customer.press("orders:ticket.review");
    await seesNoAnswer(customer);
    await customer.confirm("money:unanswered.findOut");
    await expect(sheet.getByRole("status")).toContainText("10 ×");
    await customer.confirm("common:action.done");
  });
  await test.step("sells everything; the result stays, and its receipt can be read", async () => {
    // Ten shares are all there are: the order was placed once.
    const nothingHeld = page.waitForResponse(
      async (response) =>
        response.url().endsWith("/position/getByStock") &&
        !((await response.json()) as { data: { id?: string } }).data.id,
      // It comes after the sale, many steps from here.
      { timeout: 0 },
    );
    await steps.closeInFull(customer);
    await nothingHeld;
    await expect(sheet).toContainText(text("orders:result.receipt"));
    await steps.openReceipt(customer);
    await steps.readReceipt(customer, "sold");
  });
  await test.step("the books are sound", () => expect(server.audit()).toContain("audit: ok"));
});

/** The owners of the forms that this tab keeps because they were not sent. */
const typists = ({ page }: Customer) =>
  page.evaluate(() => Object.keys(sessionStorage).flatMap((key) => key.split(":")[1] ?? []));

test("two tabs are one customer, and a session that has ended asks for a login", async ({
  server,
  customer,
  context,
}) => {
  await steps.register(customer, server);
  const first = await steps.userId(customer);
  const second = new Customer(await context.newPage(), textsOf("en"));
  await test.step("a log-out in one tab logs out the other", async () => {
    await second.page.goto(server.origin);
    await expect(
      second.page.getByRole("link", { name: second.text("common:tab.home") }),
    ).toBeVisible();
    expect(await steps.userId(second)).toBe(first);
    await steps.typeDeposit(customer);
    expect(await typists(customer)).toEqual([first.replace(/\D/g, "")]);
    await steps.logOut(second);
    await expect(customer.sheet).toContainText(customer.text("common:otherTab.loggedOutText"));
    expect(await typists(customer)).toEqual([]);
    await customer.canUseWhatItSees();
  });
  const other = await test.step("another customer's login in one tab replaces both", async () => {
    await steps.register(second, server, OTHER);
    const id = await steps.userId(second);
    expect(id).not.toBe(first);
    await expect(customer.sheet).toContainText(customer.text("common:otherTab.switched"));
    await customer.canUseWhatItSees();
    await customer.confirm("common:action.continue");
    expect(await steps.userId(customer)).toBe(id);
    return id;
  });
  await test.step("a session that the server ended leads to the login in both tabs, and back", async () => {
    await steps.typeDeposit(customer);
    const ended = await second.page.evaluate(() =>
      fetch("/logout", {
        method: "POST",
        headers: { Authorization: `Bearer ${localStorage.getItem("token")}` },
      }).then((response) => response.ok),
    );
    expect(ended).toBe(true);
    await second.tab("trade");
    // Each tab notices it by itself or through the other, whichever is first.
    for (const tab of [second, customer]) {
      const welcome = tab.screen.getByText(tab.text("identity:login.welcome"));
      const told = tab.sheet.getByText(tab.text("common:otherTab.loggedOutText"));
      await expect(welcome.or(told).first()).toBeVisible();
    }
    if (await second.sheet.isVisible()) await second.confirm("common:action.logIn");
    await second.sees("identity:login.welcome");
    await steps.logIn(second, OTHER);
    expect(await steps.userId(second)).toBe(other);
    await expect(customer.sheet).toBeHidden();
    expect(await typists(customer)).toEqual([other.replace(/\D/g, "")]);
  });
  expect(second.faults).toEqual([]);
});
