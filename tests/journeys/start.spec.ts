// How the app begins: what stands before its code has come, and how it opens without a network and after an update.
import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./fixtures";
import { Front } from "./front";

/** The browser fetches these for itself, when it likes. */
const BROWSERS_OWN = /\/(manifest\.webmanifest|plumb\.svg|icons\/.*|sw\.js|favicon\.ico)$/;
const isFile = (path: string) => path === "/" || path.startsWith("/assets/");
const STILL = 0.01;

/** Where the parts that a frame and the app both have stand. */
const PARTS = ["header h1", "header svg", "nav a:nth-child(1)", "nav a:nth-child(5)", "main h2"];
/** The text as it is seen: the frame has every language, and shows one. */
const seen = (element: Locator) =>
  // biome-ignore lint/performance/useDomNodeTextContent: the text content has what is hidden too
  element.evaluate((node) => (node as HTMLElement).innerText.trim());
const placesOf = (page: Page, inside: string) =>
  Promise.all(
    PARTS.map(async (part) => {
      const element = page.locator(`${inside} ${part}`).first();
      const text = part.startsWith("header svg") ? "" : await seen(element);
      const box = Object.entries((await element.boundingBox()) ?? {});
      return { part, text, box: box.map(([side, pixels]) => [side, Math.round(pixels)]) };
    }),
  );

test.describe("the first screen", () => {
  test("stands before the app's code has come, and the app takes its place", async ({
    server,
    customer,
  }) => {
    const { page } = customer;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.addInitScript(() => {
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          window.shift += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (!BROWSERS_OWN.test(pathname)) asked.push(pathname + search);
    });
    await page.goto(server.origin, { waitUntil: "commit" });
    await expect(page.locator("#frame header h1")).toHaveText(customer.text("home:title"), {
      useInnerText: true,
    });
    await expect(
      page.getByRole("link", { name: customer.text("common:action.signUp") }),
    ).toBeVisible();
    await expect(
      page.locator("#frame").getByText(customer.text("home:invitation.paper")).last(),
    ).toBeVisible();
    const framed = await placesOf(page, "#frame");
    release();
    await customer.sees("market:movers.title");
    await expect(customer.button("common:action.signUp")).toBeVisible();
    await expect(page.locator("a[data-row]").first()).toBeVisible();
    const taken = [...asked];
    expect(await placesOf(page, "#root")).toEqual(framed);
    expect(await page.evaluate(() => window.shift)).toBeLessThan(STILL);
    expect(taken.filter(isFile).length).toBeLessThanOrEqual(6);
    // What the page asked for itself, the app does not ask for again.
    const data = taken.filter((path) => !isFile(path) && path !== "/push");
    expect([...data].sort()).toEqual([...new Set(data)].sort());
    expect(data).toContain("/m_ft/home_custom_list");
  });
});

declare global {
  interface Window {
    shift: number;
  }
}

test.describe("the installed app", () => {
  test.use({ serviceWorkers: "allow" });
  test.skip(({ hasTouch }) => hasTouch === true, "a page over plain HTTP keeps nothing");

  const isKept = (page: Page) =>
    page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.state));
  /** Whether what is kept, and answers the next start, is the new release. */
  const keepsNew = (page: Page) =>
    page.evaluate(async () => {
      const answer = await caches.match("/index.html", { ignoreSearch: true });
      const waits = (await navigator.serviceWorker.ready).installing;
      return waits === null && ((await answer?.text()) ?? "").includes('name="release"');
    });
  /** What the browser has kept, by path. */
  const kept = (page: Page) =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return lists.flat().map(({ url }) => new URL(url).pathname);
    });

  test("opens without a network, and says that there is none", async ({
    server,
    customer,
    context,
  }) => {
    const { page } = customer;
    await page.goto(server.origin);
    await customer.sees("market:movers.title");
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
    await expect(
      page.getByRole("link", { name: customer.text("common:tab.market") }),
    ).toBeVisible();
    await expect(page.locator("#frame")).toHaveCount(0);
    // Another screen's code is kept too.
    await page.getByRole("link", { name: customer.text("common:tab.profile") }).click();
    const heading = { name: customer.text("common:tab.profile") };
    await expect(page.getByRole("heading", heading)).toBeVisible();
    await context.setOffline(false);
    await page.getByRole("link", { name: customer.text("common:tab.home") }).click();
    await expect(page.locator("a[data-row]").first()).toBeVisible();
    expect(await kept(page)).toEqual(paths);
  });

  test("takes a new release at the second start, and says so", async ({ server, customer }) => {
    const { page } = customer;
    const front = await Front.open(server.origin);
    const runsNew = () => page.locator("meta[name=release]").count();
    await test.step("the app is kept", async () => {
      await page.goto(front.origin);
      await customer.sees("market:movers.title");
      await expect.poll(() => isKept(page)).toBe("activated");
    });
    front.release();
    await test.step("the first start runs what is kept, and fetches the new release", async () => {
      await page.reload();
      await customer.sees("market:movers.title");
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
});
