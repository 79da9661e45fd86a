// Takes the tours' pictures of screens.
import { fileURLToPath } from "node:url";
import type { Page, TestInfo } from "@playwright/test";
import { atRest } from "./customer";

const FOLDER = fileURLToPath(new URL("../../test-results/tour/", import.meta.url));
const THEMES = ["light", "dark"] as const;
/** Toasts go and skeletons become content before a picture is taken. */
export const REST_MS = 1200;
const TALLEST = 6000;

/** The height of the longest list that is out of sight. */
const hiddenOn = (page: Page) =>
  page.evaluate(() => {
    const longest = [...document.querySelectorAll("*")].map((element) => {
      const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowY);
      return scrolls ? element.scrollHeight - element.clientHeight : 0;
    });
    return Math.max(0, ...longest);
  });

/** Takes a picture of the screen, in the light and in the dark. */
export const camera = (page: Page, info: TestInfo) => async (name: string) => {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await atRest(page);
    await page.waitForTimeout(100);
    await page.screenshot({ path: `${FOLDER}${info.project.name} ${colorScheme}/${name}.png` });
  }
};

/** Takes pictures like `camera`, and of a longer screen a second one in a window of its height. */
export const longCamera = (page: Page, info: TestInfo) => {
  const take = camera(page, info);
  return async (name: string) => {
    await page.waitForTimeout(REST_MS);
    await take(name);
    const size = page.viewportSize();
    const hidden = await hiddenOn(page);
    if (!size || hidden < 8) return;
    await page.setViewportSize({ ...size, height: Math.min(size.height + hidden, TALLEST) });
    await take(`${name} all`);
    await page.setViewportSize(size);
  };
};

/** Photographs a screen while its data load, and once they failed; the app itself is loaded. */
export async function inTrouble(page: Page, route: string, take: (state: string) => Promise<void>) {
  const blank = route.replace(/#.*/, "#/pages/no/such/screen");
  for (const state of ["loading", "failed"] as const) {
    await page.goto(blank);
    await page.reload();
    await page.waitForTimeout(REST_MS);
    const held: (() => void)[] = [];
    await page.route("**/*", async (request) => {
      if (!["fetch", "xhr"].includes(request.request().resourceType())) return request.continue();
      if (state === "failed") return request.abort();
      await new Promise<void>((resolve) => held.push(resolve));
      await request.continue();
    });
    await page.goto(route);
    // A failed request is repeated before it is given up.
    if (state === "failed") await page.waitForTimeout(5000);
    await take(state);
    for (const release of held) release();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.reload();
  }
}
