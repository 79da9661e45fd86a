// Further pages on stocks, on a phone: opening auctions, blocks, and companies on their way to the market.
import { expect } from "@playwright/test";
import { findWatched, follow, readChart, rowOf } from "./classes";
import { type Customer, read } from "./customer";
import { hundredths } from "./figures";
import { test } from "./fixtures";
import { chooseMarket, openRow } from "./products";
import { join } from "./steps";

const TENCENT = "00700";
const APPLE = "AAPL";

/** The stages of new stocks that are not traded yet; on some days one of these lists is empty. */
const ON_THEIR_WAY = ["open", "allotment", "upcoming"] as const;

/** Chooses the first list with a company that is not listed yet; the next company always waits. */
async function findNewcomer(customer: Customer): Promise<(typeof ON_THEIR_WAY)[number]> {
  for (const status of ON_THEIR_WAY) {
    await customer.choose(`offers:status.${status}`);
    const [company, none] = [
      rowOf(customer, /ZZ|390\d\d/),
      customer.screen.getByText(customer.text(`offers:empty.${status}`)),
    ];
    await expect(company.or(none).first()).toBeVisible();
    if (await company.isVisible()) return status;
  }
  throw new Error("no company is on its way to the market");
}

/** The name of the phase that an auction is in, whichever that is at this hour. */
const aPhase = ({ text }: Customer) =>
  new RegExp(
    ["collecting", "indicative", "binding", "matching", "closed"]
      .map((phase) => `^${text(`offers:phase.${phase}`)}$`)
      .join("|"),
  );

test("a customer reads what is offered of stocks, and what it is honest about", async ({
  server,
  customer,
}) => {
  const { screen, text } = customer;
  await test.step("opens an account", () => join(customer, server));
  const code = await test.step("finds a company on its way to the market", async () => {
    await chooseMarket(customer, "offers:title.newStocks");
    await customer.sees("offers:simulated.sentence");
    const status = await findNewcomer(customer);
    const row = rowOf(customer, /ZZ|390\d\d/);
    await expect(row).toContainText(text("offers:offer.price"));
    await expect(row).toContainText(text("offers:simulated.badge"));
    const found = /[A-Z]{3}ZZ|390\d\d/.exec(await read(row))?.[0] ?? "";
    await row.click();
    await customer.sees(`offers:status.${status}`);
    return found;
  });
  await test.step("reads its schedule and what a lot costs, and that it cannot be had yet", async () => {
    const steps = screen.getByRole("list", { name: text("offers:timeline.label") });
    await expect(steps.getByRole("listitem")).toHaveCount(4);
    await expect(steps.locator("[aria-current=step]")).toHaveCount(1);
    const price = hundredths(await customer.figure(text("offers:offer.price")));
    const lot = BigInt((await customer.figure(text("offers:offer.lot"))).replaceAll(",", ""));
    expect(hundredths(await customer.figure(text("offers:offer.lotCost")))).toBe(price * lot);
    const honest = ["subscribeLater", "notListed"].map((why) => text(`offers:trade.${why}`));
    await expect(screen.getByText(new RegExp(honest.join("|")))).toBeVisible();
    await expect(customer.button("common:direction.buy")).toHaveCount(0);
    await follow(customer);
    await customer.canUseWhatItSees();
  });
  await test.step("finds one that was listed, which is traded like any stock", async () => {
    await chooseMarket(customer, "offers:title.newStocks");
    await customer.choose("offers:status.listed");
    const row = rowOf(customer, /ZZ|390\d\d/);
    await customer.watchPushed(row);
    await row.click();
    await expect(customer.button("common:direction.buy")).toBeVisible();
    await customer.sees("offers:offer.title");
    await customer.canUseWhatItSees();
  });
  await test.step("reads what stocks open with, in both markets", async () => {
    await chooseMarket(customer, "offers:title.auctions");
    await expect(screen.getByText(aPhase(customer)).first()).toBeVisible();
    await expect(rowOf(customer, APPLE)).toContainText(text("offers:auction.pairedShort"));
    await customer.choose("offers:market.HK");
    await customer.sees("offers:auction.hours");
    await rowOf(customer, TENCENT).click();
    await expect(screen.getByText(aPhase(customer)).first()).toBeVisible();
    // While an auction runs the figures are indicative, and otherwise those of the last one.
    const figures = [text("offers:auction.volume"), text("offers:auction.paired")];
    const volumes = (await Promise.all(figures.map((label) => customer.figures(label)))).flat();
    expect(volumes.some((volume) => /^[\d.,]+/.test(volume))).toBe(true);
    await customer.sees("offers:auction.aroundTheClock");
    await readChart(customer, "1M");
    await follow(customer);
  });
  await test.step("reads which blocks there may be, and that they take a permission", async () => {
    await chooseMarket(customer, "offers:title.blocks");
    await expect(screen.getByText(new RegExp(text("offers:block.permission")))).toBeVisible();
    const row = rowOf(customer, APPLE);
    await customer.watchPushed(row);
    // Quote, least value, and prices that lie at most so far below the bid and above the ask.
    const prices = /([\d,]+\.\d\d)[+−]?<?[\d.]+%.* ([\d,]+\.\d\d) – ([\d,]+\.\d\d)$/.exec(
      await read(row),
    );
    const [last, low, high] = (prices ?? []).slice(1).map(hundredths) as [bigint, bigint, bigint];
    expect(low).toBeGreaterThan((last * 95n) / 100n);
    expect(low).toBeLessThan((last * 98n) / 100n);
    expect(high).toBeGreaterThan((last * 102n) / 100n);
    expect(high).toBeLessThan((last * 105n) / 100n);
    await openRow(customer, APPLE);
    await expect(customer.button("common:direction.buy")).toBeVisible();
  });
  await test.step("finds on the watchlist what was followed", () =>
    findWatched(customer, TENCENT, code));
});
