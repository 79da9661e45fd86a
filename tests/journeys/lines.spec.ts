import { expect } from "@playwright/test";
import type { Customer } from "./customer";
import { hundredths, typed } from "./figures";
import { test } from "./fixtures";
import { deposit, fillInTicket, findApple, join, send, transfer } from "./steps";

/** The stop-loss on the chart in the middle of a workspace. */
const stopOf = ({ center, text }: Customer) =>
  center.getByRole("slider", { name: text("chart:line.stopLoss", { quantity: "10" }) });

/** The price of the line, which its sentence begins with. */
const priceOf = async (customer: Customer) =>
  hundredths((await stopOf(customer).getAttribute("aria-valuetext")) ?? "");

/** Takes hold of the line and carries it upwards; the button of the mouse stays down. */
async function carry(customer: Customer, pixels: number): Promise<bigint> {
  const { mouse } = customer.page;
  const stop = stopOf(customer);
  await stop.scrollIntoViewIfNeeded();
  const box = await stop.boundingBox();
  if (!box) throw new Error("the line has no handle");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await mouse.move(x, y);
  await mouse.down();
  await mouse.move(x, y - pixels, { steps: 5 });
  await expect(stop).toHaveAttribute("aria-valuetext", /\d/);
  return priceOf(customer);
}

/** Confirms the review, which proposes the price to which the line was moved. */
async function amend(customer: Customer, price: bigint): Promise<void> {
  const field = customer.sheet.getByLabel(customer.text("orders:amend.stopPrice"), {
    exact: true,
  });
  await expect(field).toHaveValue(typed(price));
  await customer.canUseWhatItSees();
  await customer.confirm("orders:amend.confirm");
  await expect(customer.sheet).toBeHidden();
  await expect.poll(() => priceOf(customer)).toBe(price);
}

test("a customer drags a stop-loss on the chart, by mouse and by keyboard", async ({
  server,
  customer,
}) => {
  const { page, text } = customer;
  await test.step("opens an account with money", async () => {
    await join(customer, server);
    await deposit(customer);
    await transfer(customer);
  });
  const paid = await test.step("buys shares", async () => {
    await findApple(customer);
    await fillInTicket(customer);
    const result = await send(customer, "orders:deed.buy", "10");
    await expect(result).toContainText("10 ×");
    return hundredths((await result.textContent())?.split("×")[1] ?? "");
  });
  const first = (paid * 90n) / 100n;
  await test.step("sets a stop-loss on them", async () => {
    await customer.confirm("common:action.done");
    await customer.tab("trade");
    await page.getByRole("link", { name: /AAPL/ }).first().click();
    await customer.press("positions:protection.set");
    const field = customer.sheet.getByLabel(text("positions:margin.stopLoss"), { exact: true });
    await field.fill(typed(first));
    await customer.confirm("positions:margin.protectSet");
    await expect(customer.sheet).toBeHidden();
  });
  await test.step("finds it on the chart", async () => {
    await customer.tab("trade");
    await expect.poll(() => priceOf(customer)).toBe(first);
    await customer.canUseWhatItSees();
  });
  await test.step("drags it and puts it back, and nothing is asked", async () => {
    expect(await carry(customer, 12)).toBeGreaterThan(first);
    await page.keyboard.press("Escape");
    await page.mouse.up();
    expect(await priceOf(customer)).toBe(first);
    await expect(customer.sheet).toBeHidden();
  });
  const dragged = await test.step("drags it to a new price", async () => {
    const price = await carry(customer, 12);
    expect(price).toBeGreaterThan(first);
    await page.mouse.up();
    await amend(customer, price);
    return price;
  });
  await test.step("moves it by ticks on the keyboard", async () => {
    await stopOf(customer).focus();
    for (const key of ["ArrowDown", "ArrowDown", "PageDown"]) await page.keyboard.press(key);
    expect(await priceOf(customer)).toBe(dragged - 12n);
    await page.keyboard.press("Enter");
    await amend(customer, dragged - 12n);
  });
  await test.step("reads the new stop in the list of orders", async () => {
    await expect(customer.center.getByText(typed(dragged - 12n)).first()).toBeVisible();
  });
  await test.step("the books are sound", () => expect(server.audit()).toContain("audit: ok"));
});
