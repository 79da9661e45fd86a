// A contract falls before the day's settlement: the customer is called for margin, and adds it.
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import { codeOf, rowOf } from "./classes";
import { hundredths } from "./figures";
import { test } from "./fixtures";
import { chooseMarket } from "./products";
import { deposit, join, moveMoney, setPayPassword } from "./steps";

const FALLING = fileURLToPath(new URL("recordings/falling", import.meta.url));
/**
 * Four and a half minutes before the settlement of a Thursday. The recording stands at 7,700 for 200 seconds, and at 7,640
 * from then on.
 */
const FLAGS = ["--starts-at", "2026-12-10T21:55:30Z", "--replay-start", "2026-01-05"];
test.use({ flags: [...FLAGS, "--replay-rate", "0.02", "--feed", `replay:${FALLING}`] });

const SP500 = /(?<![A-Z])ES[HMUZ]\d\d/;
const CONTRACT = /ESZ26|標普500/;
const SETTLED_MS = 400_000;

test("a customer is called for margin, and adds it", async ({ server, customer }) => {
  const { page, screen, text } = customer;
  await test.step("opens an account with money", async () => {
    await join(customer, server);
    await deposit(customer);
  });
  await test.step("moves little more than the margin of one contract, and buys it", async () => {
    await chooseMarket(customer, "market:class.future");
    await customer.choose("kinds:parts.future.index");
    await rowOf(customer, SP500).click();
    const months = screen.getByRole("radiogroup", { name: text("kinds:future.months") });
    await months.getByRole("radio").first().click();
    await expect.poll(() => codeOf(customer)).toBe("ESZ26");
    const buy = new RegExp(`^${text("common:direction.buy_margin")}`);
    await screen.getByRole("button", { name: buy }).first().click();
    await customer.follow("orders:available.transfer");
    await setPayPassword(customer);
    await moveMoney(customer, "25500");
    await customer.press("funds:transfer.backToOrder");
    await customer.choose("orders:type.market");
    await customer.fill("orders:ticket.quantity", "1");
    await customer.press("orders:ticket.review");
    const order = customer.sheet.getByRole("button", { name: CONTRACT });
    await expect(order).toBeEnabled();
    await order.click();
    await expect(customer.sheet.getByRole("status")).toContainText("1 ×");
    await customer.confirm("common:action.done");
  });
  const called = page.getByRole("alert").filter({ hasText: "USD" });
  await test.step("is called for margin at the settlement", async () => {
    await customer.tab("trade");
    await screen.getByRole("link", { name: CONTRACT }).first().click();
    await expect(called).toBeVisible({ timeout: SETTLED_MS });
    expect(hundredths(await customer.figure(text("positions:future.settled")))).toBeLessThan(0n);
    await customer.canUseWhatItSees();
  });
  await test.step("moves money, adds margin, and is called no more", async () => {
    await customer.press("positions:margin.add");
    await customer.sheet.getByRole("link", { name: text("positions:margin.transfer") }).click();
    await moveMoney(customer, "6000");
    await customer.tab("trade");
    await screen.getByRole("link", { name: CONTRACT }).first().click();
    await customer.press("positions:margin.add");
    await customer.sheet.getByLabel(text("positions:margin.amount"), { exact: true }).fill("5000");
    await customer.confirm("positions:margin.add");
    await expect(called).toBeHidden();
  });
  await test.step("the books are sound", () => expect(server.audit()).toContain("audit: ok"));
});
