// Untraded figures, on a tablet: indices, their comparison, and the maps and calendars beside them.
import { expect } from "@playwright/test";
import { findWatched, follow, isOnlyWatched, priceOf, readChart, rowOf } from "./classes";
import { read } from "./customer";
import { test } from "./fixtures";
import { chooseMarket } from "./products";
import { join } from "./steps";

// Lying on its side a tablet has two panes: a tab, and beside it what was opened.
test.use({ viewport: { width: 1024, height: 768 } });

const HANG_SENG = "HSI";
const BITCOIN = "BTCUSDT";

test("a customer follows an index, compares it and looks over the markets", async ({
  server,
  customer,
}) => {
  const { page, screen, sheet, text } = customer;
  await test.step("opens an account", () => join(customer, server));
  await test.step("finds an index by its region, and it moves", async () => {
    await chooseMarket(customer, "market:class.index");
    await page.getByRole("radio", { name: text("kinds:parts.index.asia"), exact: true }).click();
    const row = rowOf(customer, HANG_SENG);
    await expect(rowOf(customer, "SPX")).toHaveCount(0);
    await customer.watchPushed(row);
    await row.click();
    await customer.watchPushed(priceOf(customer));
    await isOnlyWatched(customer);
    expect(await customer.figure(text("kinds:parts.index.label"))).toBe(
      text("kinds:parts.index.asia"),
    );
    expect(await customer.figure(text("kinds:index.currency"))).toBe("HKD");
    // An index is computed, so that it has no rules of trading.
    await expect(screen.getByRole("link", { name: text("market:quote.rules") })).toHaveCount(0);
    await follow(customer);
    await readChart(customer, "1M");
  });
  await test.step("compares it with a coin", async () => {
    await customer.press("chart:compare.open");
    await sheet.getByRole("searchbox").fill(BITCOIN);
    await sheet.getByRole("button", { name: new RegExp(BITCOIN) }).click();
    await customer.confirm("common:action.close");
    const lines = screen.getByRole("listitem").filter({ hasText: "%" });
    await expect(lines).toHaveCount(2);
    expect(page.url()).toContain(`compare=Crypto.${BITCOIN}`);
    for (const line of await lines.all()) expect(await read(line)).toMatch(/[+−]?[\d.,]+%/);
    await customer.canUseWhatItSees();
  });
  await test.step("looks at the map of the industries, and at the same as a table", async () => {
    await customer.tab("market");
    await page.getByRole("button", { name: text("sectors:title"), exact: true }).click();
    await page.getByRole("radio", { name: text("market:class.crypto"), exact: true }).click();
    const map = page.getByRole("navigation", { name: text("sectors:title") });
    await expect(map.getByRole("link", { name: /^BTC\w* [+−]?\d+\.\d\d% / })).toBeVisible();
    await customer.canUseWhatItSees();
    await page.getByRole("radio", { name: text("sectors:view.table"), exact: true }).click();
    const table = page.getByRole("table", { name: text("sectors:title") });
    await expect(
      table.getByRole("rowheader", { name: new RegExp(BITCOIN.slice(0, 3)) }),
    ).toBeVisible();
    await page.getByRole("radio", { name: text("market:class.usStock"), exact: true }).click();
    await table.getByRole("link", { name: /^AAPL/ }).click();
    await customer.sees("market:quote.rules");
  });
  await test.step("reads by which rules a stock is traded", async () => {
    await customer.follow("market:quote.rules");
    for (const group of ["order", "holding", "fees", "breakers"])
      await customer.sees(`rules:group.${group}`);
    await customer.sees("rules:term.settlement", { value: "1" });
    await customer.canUseWhatItSees();
  });
  await test.step("reads what is to come, and opens what it is about", async () => {
    await customer.tab("market");
    await page.getByRole("button", { name: text("market:events.title"), exact: true }).click();
    // Days with many dividends leave expiries to a later page.
    await page.getByRole("radio", { name: text("events:filter.expiries"), exact: true }).click();
    const expiry = page.getByRole("link", { name: new RegExp(text("events:expiry")) }).first();
    await expect(expiry).toBeVisible();
    await customer.canUseWhatItSees();
    await expiry.click();
    await customer.sees("kinds:future.lastTradeDay");
  });
  await test.step("finds the index on the watchlist", () => findWatched(customer, HANG_SENG));
});
