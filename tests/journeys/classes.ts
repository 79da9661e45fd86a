// Steps of customers with an instrument of any class: find its row, read its chart, follow it.
import { expect, type Locator } from "@playwright/test";
import { type Customer, read } from "./customer";

/** The row of a symbol in the list of a class: a link on a phone, a line of the table in a workspace. */
export const rowOf = (customer: Customer, symbol: RegExp | string): Locator =>
  customer.page.locator("main a[data-row], main tbody tr").filter({ hasText: symbol }).first();

/** The price over the chart, with two decimals. */
export const priceOf = (customer: Customer): Locator =>
  customer.screen.getByText(/^[\d,]+\.\d\d$/).first();

/** The chart's own sentence, for readers who do not see the chart. */
const sentence = (customer: Customer) =>
  customer.screen
    .getByRole("region", { name: customer.text("chart:label") })
    .getByRole("img")
    .first();

/** Reads the chart in another period and another style, its sentence and its table. */
export async function readChart(customer: Customer, period: "1W" | "1M" | "60m"): Promise<void> {
  const { page, screen, text } = customer;
  const chart = sentence(customer);
  await expect(chart).toBeVisible();
  const before = (await chart.getAttribute("aria-label")) ?? "";
  await screen.getByRole("radio", { name: text(`chart:${period}`), exact: true }).click();
  await expect(chart).not.toHaveAttribute("aria-label", before);
  // "…: first 8,000.48, last 7,638.55, change −361.93 (−4.52%), high 8,123.22, low 7,601.00."
  await expect(chart).toHaveAttribute("aria-label", /[\d,]+\.\d+.*[\d,]+\.\d+.*[+−]?[\d,.]+%/);
  await customer.press("chart:settings");
  await customer.sheet.getByRole("radio", { name: text("chart:styles.area"), exact: true }).click();
  await customer.confirm("common:action.close");
  await customer.press("chart:table");
  const newest = customer.sheet.getByRole("row").nth(1);
  await expect(newest.getByRole("cell").first()).toHaveText(/\d/);
  await customer.canUseWhatItSees();
  await page.keyboard.press("Escape");
  await expect(customer.sheet).toBeHidden();
}

/** Checks that the bar beneath says that the class is watched, and not traded. */
export async function isOnlyWatched(customer: Customer): Promise<void> {
  await customer.sees("kinds:watch.index");
  // The button of a margin product carries the price beneath its word.
  for (const side of ["buy", "buy_margin"]) {
    const name = new RegExp(`^${customer.text(`common:direction.${side}`)}`);
    await expect(customer.screen.getByRole("button", { name })).toHaveCount(0);
  }
}

/** Presses the star of the quote. */
export async function follow(customer: Customer): Promise<void> {
  const star = (does: "watch" | "unwatch") =>
    customer.page
      .getByRole("button", { name: customer.text(`market:quote.${does}`), exact: true })
      .first();
  await star("watch").click();
  await expect(star("unwatch")).toBeVisible();
}

/** Finds the followed instruments on the watchlist, and the first one's price moving. */
export async function findWatched(customer: Customer, ...symbols: (RegExp | string)[]) {
  await customer.tab("watchlist");
  for (const symbol of symbols) await expect(rowOf(customer, symbol)).toBeVisible();
  await customer.watchPushed(rowOf(customer, symbols[0] ?? ""));
  await customer.canUseWhatItSees();
}

/** The code of a quote, as its bar shows it: "ESZ26 E-mini S&P 500 Dec 2026". */
export const codeOf = async (customer: Customer): Promise<string> => {
  const heading = customer.page.getByRole("heading", { level: 1 }).first();
  return (await read(heading)).trim().split(/\s/)[0] ?? "";
};
