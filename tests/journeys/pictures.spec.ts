import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Browser, expect } from "@playwright/test";
import { REST_MS } from "./camera";
import { atRest, Customer } from "./customer";
import { test } from "./fixtures";
import { smaller } from "./png";
import {
  buyShares,
  fillInPair,
  fillWallets,
  goLong,
  openPosition,
  visit,
  watchAll,
} from "./portfolio";
import { logIn, openReceipt, restLimitOrder } from "./steps";
import { textsOf } from "./texts";

const FOLDER = fileURLToPath(new URL("../../docs/images/", import.meta.url));

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true };
const desktop = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 };
const english = { language: "en", locale: "en-GB" };
const chinese = { language: "zh-Hans", locale: "zh-CN" };

/** The windows of the pictures, by what the names of their files end with. */
const WINDOWS = {
  "phone-light-en": { ...phone, ...english, colorScheme: "light" },
  "phone-dark-zh": { ...phone, ...chinese, colorScheme: "dark" },
  "desktop-light-en": { ...desktop, ...english, colorScheme: "light" },
} as const;

/** What stands in the place of a text, a card or a row's recent closes while they load. */
const PLACEHOLDERS = ".skeleton, [data-row] [aria-hidden].h-0\\.5";
const TOASTS = ".fixed[role=status] > *";

/** A customer in one of the windows. */
class Sitter extends Customer {
  readonly #window: keyof typeof WINDOWS;

  private constructor(
    window: keyof typeof WINDOWS,
    ...given: ConstructorParameters<typeof Customer>
  ) {
    super(...given);
    this.#window = window;
  }

  static async at(window: keyof typeof WINDOWS, browser: Browser): Promise<Sitter> {
    const { language, ...options } = WINDOWS[window];
    // Without motion no price is tinted because it has just changed.
    const context = await browser.newContext({ ...options, reducedMotion: "reduce" });
    return new Sitter(window, await context.newPage(), textsOf(language));
  }

  /** Journeys check the same screens for accessibility. */
  override canUseWhatItSees(): Promise<void> {
    return this.canSeeSense();
  }

  /** Takes a picture once nothing loads, no toast covers anything, and no pointer lies on a chart. */
  async picture(name: string): Promise<void> {
    const { page } = this;
    await page.mouse.move(0, 0);
    await page.waitForTimeout(REST_MS);
    await expect(page.locator(PLACEHOLDERS)).toHaveCount(0);
    await expect(page.locator(TOASTS)).toHaveCount(0);
    await atRest(page);
    await this.canSeeSense();
    writeFileSync(`${FOLDER}${name}-${this.#window}.png`, smaller(await page.screenshot()));
  }
}

test("pictures", async ({ server, browser }) => {
  const light = await Sitter.at("phone-light-en", browser);
  await fillWallets(light, server);
  await goLong(light, server);
  await watchAll(light, server);
  await buyShares(light, server);
  await openReceipt(light);
  await light.sees("orders:check.sound");
  await light.picture("receipt");
  await visit(light, server, "quote/stock?code=AAPL&market=UsStock");
  await restLimitOrder(light, () => light.picture("ticket"));
  await visit(light, server, "quote/stock?code=AAPL&market=UsStock");
  await light.picture("quote");
  await light.tab("home");
  await light.picture("home");

  const dark = await Sitter.at("phone-dark-zh", browser);
  await visit(dark, server, "auth/login");
  await logIn(dark);
  await dark.tab("watchlist");
  await dark.picture("watchlist");
  await fillInPair(dark, server, "USDJPY", "20000");
  await dark.picture("forex");
  await dark.tab("trade");
  await dark.picture("trade");
  await openPosition(dark, "EUR/USD");
  // A profit or a loss: the price has moved since the position was opened.
  await expect(dark.screen.getByText(/^[+−].*%$/).first()).toBeVisible();
  await dark.picture("position");

  const wide = await Sitter.at("desktop-light-en", browser);
  await visit(wide, server, "auth/login");
  await logIn(wide);
  await wide.tab("watchlist");
  await wide.picture("workspace");

  for (const { faults } of [light, dark, wide]) expect(faults).toEqual([]);
});

test("a picture of fewer bytes has the same points", async ({ page }) => {
  await page.setContent("<h1>Plumbline 准绳</h1><hr><p>264.68 +0.31%</p>".repeat(4));
  const png = await page.screenshot();
  const small = smaller(png);
  expect(small.length).toBeLessThan(png.length);
  const points = (file: Buffer) =>
    page.evaluate(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      return canvas.toDataURL();
    }, file.toString("base64"));
  expect(await points(small)).toBe(await points(png));
});
