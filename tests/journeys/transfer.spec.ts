import { expect } from "@playwright/test";
import { hundredths, typed } from "./figures";
import { test } from "./fixtures";
import {
  deposit,
  findApple,
  join,
  moveMoney,
  openReceipt,
  readReceipt,
  send,
  setPayPassword,
} from "./steps";

test("a customer whose wallet lacks money for an order moves some in, and places the order as it was", async ({
  server,
  customer,
}) => {
  const { page, text } = customer;
  const account = text("orders:account.STOCK");
  const limit = customer.field("orders:ticket.limitPrice");
  await test.step("opens an account with a little money for stocks", async () => {
    await join(customer, server);
    await deposit(customer);
    await customer.press("funds:steps.transferAction");
    await setPayPassword(customer);
    await moveMoney(customer, "1000");
  });
  const price = await test.step("fills in an order for more", async () => {
    await findApple(customer);
    await customer.press("common:direction.buy");
    // One percent over the market, which fills it.
    const over = typed((hundredths(await limit.inputValue()) * 101n) / 100n);
    await limit.fill(over);
    await customer.fill("orders:ticket.quantity", "10");
    await customer.choose("orders:timeInForce.gtc");
    await customer.sees("orders:refusal.insufficient_funds", { account });
    await customer.canUseWhatItSees();
    return over;
  });
  await test.step("accepts the transfer that the ticket offers", async () => {
    await customer.follow("orders:available.transfer");
    await moveMoney(customer, "5000");
    await customer.canUseWhatItSees();
    await customer.press("funds:transfer.backToOrder");
  });
  await test.step("finds the order as it was", async () => {
    await expect(limit).toHaveValue(price);
    await expect(customer.field("orders:ticket.quantity")).toHaveValue("10");
    const lasts = page.getByRole("radio", {
      name: text("orders:timeInForce.gtc"),
      exact: true,
    });
    await expect(lasts).toBeChecked();
    await expect(
      page.getByText(text("orders:refusal.insufficient_funds", { account })),
    ).toBeHidden();
    await customer.canUseWhatItSees();
  });
  await test.step("places it, and reads the receipt", async () => {
    await expect(await send(customer, "orders:deed.buy", "10")).toContainText("10 ×");
    await openReceipt(customer);
    await readReceipt(customer, "bought");
  });
  await test.step("the books are sound", () => expect(server.audit()).toContain("audit: ok"));
});
