// The hours of exchanges where an operator keeps them, at whichever hour and day this runs.
import { expect, type Locator } from "@playwright/test";
import type { Customer } from "./customer";
import { test } from "./fixtures";

test.use({ flags: ["--open-around-the-clock", "false"] });

const QUOTES = {
  usStock: "/pages/quote/stock?code=AAPL&market=UsStock",
  hkStock: "/pages/hkstock/quote?code=00700&market=HK",
  forex: "/pages/quote/forex?code=EURUSD&market=Forex",
};
const INDEX = "/pages/quote/globalindex?code=N225&market=Index";
const COIN = "/pages/quote/crypto?code=BTCUSDT&market=Crypto";

/** A sentence of the app with figures in its gaps, as a pattern. */
const pattern = ({ text }: Customer, name: string) =>
  text(name, { time: "TIME", name: "NAME", days: "DAYS" })
    .replace("TIME", "(\\d+:\\d\\d|.*\\d+:\\d\\d)")
    .replace("NAME", ".+");

/** The present state of an exchange, and its end: "Closed · opens in 5:02". */
function session(customer: Customer): RegExp {
  const { text } = customer;
  const [opens, closes, holiday] = ["opensIn", "closesIn", "holiday"].map((name) =>
    pattern(customer, `market:quote.${name}`),
  );
  const waits = ["pre", "lunch", "after", "closed"].map((now) => text(`common:session.${now}`));
  return new RegExp(
    `(${text("common:session.regular")} · ${closes}|(${waits.join("|")}|${holiday}) · ${opens})`,
  );
}

test("a visitor reads when each market opens or closes", async ({ server, customer }) => {
  const { page, screen, text } = customer;
  const says = (place: Locator) => expect(place).toHaveText(session(customer));
  await test.step("of all markets on the first page", async () => {
    await page.goto(server.origin);
    // The hours stand below a visitor's first view, and load when one comes to them.
    await customer.sees("home:invitation.title");
    await screen.hover();
    const hours = screen.getByRole("heading", { name: text("news:hours.title") });
    await expect(async () => {
      await page.mouse.wheel(0, 3_000);
      await expect(hours).toBeVisible({ timeout: 500 });
    }).toPass();
    const line = (market: string) =>
      screen
        .getByRole("listitem")
        .filter({ hasText: new RegExp(`^${text(`market:class.${market}`)}`) });
    for (const market of Object.keys(QUOTES)) await says(line(market));
    await expect(line("crypto")).toContainText(text("market:quote.aroundTheClock"));
    await customer.canUseWhatItSees();
  });
  await test.step("of an instrument, on its quote", async () => {
    for (const address of [...Object.values(QUOTES), INDEX]) {
      await page.goto(`${server.origin}/#${address}`);
      await says(screen.getByText(session(customer)).first());
      await expect(screen.getByRole("region", { name: text("chart:label") })).toBeVisible();
      await customer.canSeeSense();
    }
    await page.goto(`${server.origin}/#${COIN}`);
    await customer.sees("market:quote.aroundTheClock");
  });
  await test.step("on the exchange's own calendar", async () => {
    await page.goto(`${server.origin}/#${QUOTES.usStock}`);
    await screen.getByRole("link", { name: text("market:days.title") }).click();
    await expect(page).toHaveURL(/market\/days\?market=UsStock/);
    await customer.sees("days:usual");
    await customer.canUseWhatItSees();
  });
});
