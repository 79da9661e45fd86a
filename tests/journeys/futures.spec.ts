// Futures and their months, and coins with their book, on a phone.
import { expect } from "@playwright/test";
import { codeOf, findWatched, follow, priceOf, readChart, rowOf } from "./classes";
import { read } from "./customer";
import { hundredths } from "./figures";
import { test } from "./fixtures";
import { chooseMarket } from "./products";
import { join } from "./steps";

/** The S&P 500's future of some month, which depends on the day: `ESZ26`. */
const SP500 = /(?<![A-Z])ES[HMUZ]\d\d/;
const GOLD = /(?<![A-Z])GC[A-Z]\d\d/;
const BITCOIN = "BTCUSDT";
/** The value in dollars of a point of the S&P 500 in a contract (CME). */
const MULTIPLIER = 50n;

/** An amount that is written with as many decimals as it has. */
const inCents = (amount: string) => {
  const [whole = "", decimals = ""] = amount.split(".");
  return hundredths(`${whole}.${decimals.padEnd(2, "0")}`);
};

test("a customer follows a future and a coin, and takes a price from its book", async ({
  server,
  customer,
}) => {
  const { page, screen, text } = customer;
  const trades = screen.getByRole("list", { name: text("kinds:trades.title") });
  await test.step("opens an account", () => join(customer, server));
  await test.step("finds a future by its class, and its price moves", async () => {
    await chooseMarket(customer, "market:class.future");
    await customer.choose("kinds:parts.future.index");
    const row = rowOf(customer, SP500);
    await customer.watchPushed(row);
    await expect(rowOf(customer, GOLD)).toHaveCount(0);
    await row.click();
    await customer.watchPushed(priceOf(customer));
    await customer.sees("market:quote.aroundTheClock");
    for (const side of ["buy_margin", "sell_margin"] as const) {
      const name = new RegExp(`^${text(`common:direction.${side}`)}`);
      await expect(screen.getByRole("button", { name })).toBeVisible();
    }
    await customer.watchPushed(trades);
    await customer.canUseWhatItSees();
  });
  await test.step("reads the contract, and that of a later month", async () => {
    const main = await codeOf(customer);
    expect(main).toMatch(SP500);
    const months = screen.getByRole("radiogroup", { name: text("kinds:future.months") });
    const others = months.getByRole("radio", { checked: false });
    expect(await others.count()).toBeGreaterThanOrEqual(3);
    await others.last().click();
    await expect.poll(() => codeOf(customer)).not.toBe(main);
    await expect.poll(() => codeOf(customer)).toMatch(SP500);
    expect(await customer.figure(text("kinds:future.lastTradeDay"))).toMatch(
      /20\d\d.*\d+ days left/,
    );
    expect(await customer.figure(text("kinds:future.settlement"))).toBe(text("kinds:future.cash"));
    expect(await customer.figure(text("kinds:future.point"))).toBe(`${MULTIPLIER} USD`);
    expect(await customer.figure(text("kinds:future.tickValue"))).toBe("12.50 USD");
    expect(hundredths(await customer.figure(text("kinds:future.previousSettle")))).toBeGreaterThan(
      0n,
    );
    // Both move, and one is read after the other; a whole point is worth whole dollars.
    const worth = async () =>
      (await customer.figure(text("kinds:future.contractValue"))).split(" ");
    await expect
      .poll(async () => {
        const [value = "", currency] = await worth();
        const cents = MULTIPLIER * hundredths(await read(priceOf(customer)));
        return currency === "USD" && inCents(value) === cents;
      })
      .toBe(true);
  });
  await test.step("reads its chart and its depth", async () => {
    await readChart(customer, "1W");
    await screen.getByRole("button", { name: text("market:quote.depth") }).click();
    const asks = screen.getByRole("list", { name: text("market:quote.ask"), exact: true });
    await customer.watchPushed(asks);
    await follow(customer);
  });
  const month = await codeOf(customer);
  await test.step("reads the rules of the contract, on another day too", async () => {
    await customer.follow("market:quote.rules");
    await customer.sees("rules:term.multiplier", { value: String(MULTIPLIER), currency: "USD" });
    await customer.sees("rules:term.cash");
    const [today, before] = [await customer.field("rules:inForceOn").inputValue(), "2026-01-01"];
    await customer.fill("rules:inForceOn", before);
    await expect(page).toHaveURL(new RegExp(`at=${before}`));
    await customer.press("rules:today");
    await expect(customer.field("rules:inForceOn")).toHaveValue(today);
    const source = screen.getByRole("button", { name: text("rules:source") }).last();
    await source.click();
    await expect(source).toHaveAttribute("aria-expanded", "true");
    await expect(
      screen
        .getByText(/: \S.{10}/)
        .filter({ visible: true })
        .last(),
    ).toBeVisible();
    await customer.canUseWhatItSees();
  });
  await test.step("finds a coin by its class, and its figures mean something", async () => {
    await chooseMarket(customer, "market:class.crypto");
    const row = rowOf(customer, BITCOIN);
    await customer.watchPushed(row);
    await row.click();
    await customer.watchPushed(priceOf(customer));
    await customer.sees("market:quote.aroundTheClock");
    await expect(customer.button("common:direction.buy")).toBeVisible();
    await follow(customer);
    await readChart(customer, "60m");
  });
  await test.step("reads the coin's book and its trades beside its chart", async () => {
    await customer.follow("kinds:depth.screen");
    await customer.sees("kinds:depth.spread");
    for (const side of ["bid", "ask"]) {
      const levels = screen.getByRole("list", { name: text(`market:quote.${side}`), exact: true });
      await expect(levels.getByRole("listitem")).toHaveCount(10);
      await customer.watchPushed(levels);
    }
    const level = screen.getByRole("list", { name: text("market:quote.ask"), exact: true });
    const [price = ""] = /[\d,]+\.\d\d/.exec((await level.textContent()) ?? "") ?? [];
    await level.getByRole("button", { name: price }).first().click();
    await expect(customer.field("orders:ticket.limitPrice")).toHaveValue(/^\d+\.\d{1,2}$/);
    await screen.getByRole("tab", { name: text("kinds:desk.tab.trades"), exact: true }).click();
    await customer.watchPushed(trades.getByRole("listitem").first());
    await customer.canUseWhatItSees();
  });
  await test.step("finds both on the watchlist", () => findWatched(customer, month, BITCOIN));
});
