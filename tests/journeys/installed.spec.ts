// The installed app: opening without a network, and taking a new release.
import { expect, type Page } from "@playwright/test";
import type { Customer } from "./customer";
import { test } from "./fixtures";
import { Front } from "./front";

test.use({ serviceWorkers: "allow" });

const isKept = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.state));
/** True if the stored page, which answers the next start, is of the new release. */
const keepsNew = (page: Page) =>
  page.evaluate(async () => {
    const answer = await caches.match("/index.html", { ignoreSearch: true });
    const waits = (await navigator.serviceWorker.ready).installing;
    return waits === null && ((await answer?.text()) ?? "").includes('name="release"');
  });
/** The files that the browser has stored, by path. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().map(({ url }) => new URL(url).pathname);
  });

/** A moving figure of the first screen: a workspace quotes a stock beside the invitation. */
const aPriceOf = (customer: Customer) => customer.center.getByText(/^[\d,]+\.\d\d$/).first();

test("opens without a network, and says that there is none", async ({
  server,
  customer,
  context,
}) => {
  const { page } = customer;
  await page.goto(server.origin);
  await expect(aPriceOf(customer)).toBeVisible();
  await expect.poll(() => isKept(page)).toBe("activated");
  const paths = await kept(page);
  expect(paths).toContain("/index.html");
  // Files and nothing else: no reply of the server, and nothing of a customer's.
  expect(
    paths.filter(
      (path) =>
        !/^\/(assets|icons)\/|^\/(index\.html|manifest\.webmanifest|plumb\.svg)$/.test(path),
    ),
  ).toEqual([]);
  await context.setOffline(true);
  await page.reload();
  await expect(
    page.getByRole("status").getByText(customer.text("common:banner.offline")),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: customer.text("common:tab.market") })).toBeVisible();
  await expect(page.locator("#frame")).toHaveCount(0);
  // The code of another screen is stored too.
  await page.getByRole("link", { name: customer.text("common:tab.profile") }).click();
  const heading = { name: customer.text("common:tab.profile") };
  await expect(page.getByRole("heading", heading)).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("link", { name: customer.text("common:tab.home") }).click();
  await expect(aPriceOf(customer)).toBeVisible();
  expect(await kept(page)).toEqual(paths);
});

test("takes a new release at the second start, and says so", async ({ server, customer }) => {
  const { page } = customer;
  const front = await Front.open(server.origin);
  const runsNew = () => page.locator("meta[name=release]").count();
  await test.step("the app is kept", async () => {
    await page.goto(front.origin);
    await expect(aPriceOf(customer)).toBeVisible();
    await expect.poll(() => isKept(page)).toBe("activated");
  });
  front.release();
  await test.step("the first start runs what is kept, and fetches the new release", async () => {
    await page.reload();
    await expect(aPriceOf(customer)).toBeVisible();
    expect(await runsNew()).toBe(0);
    await expect.poll(() => front.wasFetched).toBe(true);
    await expect.poll(() => keepsNew(page)).toBe(true);
  });
  await test.step("the second start has it", async () => {
    await page.reload();
    await expect(page.getByText(customer.text("common:release.updated"))).toBeVisible();
    expect(await runsNew()).toBe(1);
  });
  await front.close();
});
