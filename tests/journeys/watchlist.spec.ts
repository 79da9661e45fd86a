import { expect, type Locator } from "@playwright/test";
import type { Customer } from "./customer";
import { test } from "./fixtures";
import { register } from "./steps";

const TECH = "科技";
const ASIA = "亞洲 & more";
const NAMES = { AAPL: "蘋果", MSFT: "微軟", KO: "可口可樂" };

/**
 * Presses keys, and waits after each for the text that is read out. dnd-kit says that a thing is lifted a timer before it
 * listens to the arrow keys.
 */
async function lift(customer: Customer, from: Locator, keys: [string, string][]): Promise<void> {
  const { page } = customer;
  const says = page.locator("[id^=DndLiveRegion]");
  await from.focus();
  for (const [key, said] of keys) {
    await page.keyboard.press(key);
    await expect(says).toHaveText(said);
    await page.evaluate(() => new Promise((listens) => setTimeout(listens, 50)));
  }
}

test("a customer sorts the watchlist into groups, by keyboard alone", async ({
  server,
  customer,
}) => {
  const { page, text, screen, sheet } = customer;
  const quote = (code: string) =>
    page.goto(`${server.origin}/#/pages/quote/stock?code=${code}&market=UsStock`);
  // It stands in the bar over the screen.
  const star = (does: "watch" | "unwatch") =>
    page.getByRole("button", { name: text(`market:quote.${does}`), exact: true });
  const names = (of: Locator) => of.evaluateAll((all) => all.map((one) => one.textContent ?? ""));
  const chip = (name: string) =>
    screen.getByRole("button", { name: new RegExp(`^${name}\\s*\\d+$`) });
  const handle = (code: keyof typeof NAMES) =>
    screen.getByRole("button", {
      name: text("watchlist:manage.move", { name: NAMES[code] }),
    });

  await test.step("opens an account", () => register(customer, server));
  await test.step("watches three stocks, one of them in a new group by a long press", async () => {
    for (const code of ["KO", "MSFT"]) {
      await quote(code);
      await star("watch").click();
      await expect(star("unwatch")).toBeVisible();
    }
    await quote("AAPL");
    await star("watch").click({ delay: 1_500 });
    await sheet.getByLabel(text("watchlist:groups.name")).fill(TECH);
    await customer.confirm("watchlist:groups.create");
    await expect(sheet.getByRole("checkbox", { name: TECH })).toBeChecked();
    await customer.canUseWhatItSees();
    await customer.confirm("common:action.close");
    await expect(star("unwatch")).toBeVisible();
  });
  await test.step("makes a second group, whose name is taken the second time", async () => {
    await customer.tab("watchlist");
    await page.getByRole("button", { name: text("watchlist:manage.title") }).click();
    await customer.press("watchlist:groups.create");
    await sheet.getByLabel(text("watchlist:groups.name")).fill(ASIA);
    await customer.canUseWhatItSees();
    await customer.confirm("watchlist:groups.create");
    await expect(chip(ASIA)).toHaveAttribute("aria-pressed", "true");
    await customer.press("watchlist:groups.rename");
    await sheet.getByLabel(text("watchlist:groups.name")).fill(TECH);
    await customer.confirm("common:action.save");
    await expect(sheet.getByRole("alert")).toBeVisible();
    await customer.confirm("common:action.close");
  });
  await test.step("puts rows in order and into a group without a mouse", async () => {
    await chip(text("watchlist:groups.all")).click();
    const rows = screen.getByRole("listitem");
    await expect(rows).toHaveCount(3);
    await customer.canUseWhatItSees();
    const [apple, microsoft] = [NAMES.AAPL, NAMES.MSFT];
    const at = (name: string, place: string) => text("watchlist:manage.over", { name, place });
    await lift(customer, handle("AAPL"), [
      ["Space", text("watchlist:manage.lifted", { name: apple })],
      ["ArrowDown", at(apple, "2")],
      ["Space", text("watchlist:manage.dropped", { name: apple, place: "2" })],
    ]);
    await expect
      .poll(() => names(rows))
      .toEqual([
        expect.stringContaining(microsoft),
        expect.stringContaining(apple),
        expect.stringContaining(NAMES.KO),
      ]);
    await lift(customer, handle("MSFT"), [
      ["Space", text("watchlist:manage.lifted", { name: microsoft })],
      ["ArrowUp", text("watchlist:groups.over", { name: microsoft, group: TECH })],
      ["ArrowRight", text("watchlist:groups.over", { name: microsoft, group: ASIA })],
      ["Space", text("watchlist:groups.dropped", { name: microsoft, group: ASIA })],
    ]);
    await expect(chip(ASIA)).toContainText("1");
    await lift(customer, chip(ASIA), [
      ["Space", text("watchlist:manage.lifted", { name: ASIA })],
      ["ArrowLeft", at(ASIA, "1")],
      ["Space", text("watchlist:manage.dropped", { name: ASIA, place: "1" })],
    ]);
    // A change of mind leaves everything where it was.
    await lift(customer, handle("KO"), [
      ["Space", text("watchlist:manage.lifted", { name: NAMES.KO })],
      ["ArrowUp", at(NAMES.KO, "2")],
      ["Escape", text("watchlist:manage.kept", { name: NAMES.KO })],
    ]);
  });
  await test.step("finds the groups as tabs, in their order, after the page was loaded anew", async () => {
    await customer.tab("watchlist");
    await page.reload();
    const tabs = page.getByRole("tab");
    await expect(tabs).toHaveText([text("watchlist:groups.all"), ASIA, TECH]);
    await tabs.nth(1).click();
    const rows = page.getByRole("tabpanel").locator("a[data-row]");
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(NAMES.MSFT);
    await tabs.nth(0).click();
    await expect(rows.first()).toContainText(NAMES.MSFT);
    await page.getByRole("button", { name: text("watchlist:sort.name") }).click();
    await expect(rows.first()).not.toContainText(NAMES.MSFT);
    await customer.canUseWhatItSees();
  });
  await test.step("reaches the ticket's action under the book", async () => {
    const side = page.getByRole("region", { name: text("common:workspace.context") });
    const action = customer.button("common:unavailable.quantity", {}, side);
    await expect(side.getByRole("heading", { name: text("kinds:depth.title") })).toBeVisible();
    await expect(action).toBeInViewport({ ratio: 1 });
  });
  await test.step("compares a stock with another one, in an address that can be shared", async () => {
    await quote("AAPL");
    await customer.press("chart:compare.open");
    await sheet.getByRole("searchbox").fill("00700");
    await sheet.getByRole("button", { name: /00700/ }).click();
    await customer.canUseWhatItSees();
    await customer.confirm("common:action.close");
    const lines = screen.getByRole("listitem").filter({ hasText: "%" });
    await expect(lines).toHaveCount(2);
    expect(page.url()).toContain("compare=HK.00700");
    await page.reload();
    await expect(lines).toHaveCount(2);
    await expect(screen.getByRole("img", { name: /00700|騰訊控股/ })).toBeVisible();
    await customer.canUseWhatItSees();
  });
});
