// The first screen before the app's code has come.
import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./fixtures";

/** The browser fetches these for itself, when it likes. */
const BROWSERS_OWN = /\/(manifest\.webmanifest|plumb\.svg|icons\/.*|sw\.js|favicon\.ico)$/;
/** The number of files that came before the app stood, the page itself among them. */
const filesBefore = (page: Page) =>
  page.evaluate(() => {
    const came = performance
      .getEntriesByType("resource")
      .filter((entry) => (entry as PerformanceResourceTiming).responseEnd <= window.stood)
      .filter((entry) => new URL(entry.name).pathname.startsWith("/assets/"));
    return came.length + 1;
  });
const isFile = (path: string) => path === "/" || path.startsWith("/assets/");
const STILL = 0.01;

/** The parts that both the frame and the app have. */
const PARTS = {
  phone: ["header h1", "header svg", "nav a:nth-child(1)", "nav a:nth-child(5)", "main h2"],
  desktop: ["header h1", "nav svg", "nav a:nth-child(1)", "nav a:nth-child(5)"],
};
type Size = keyof typeof PARTS;
/** The visible text: the frame has every language, and shows one. */
const seen = (element: Locator) =>
  // biome-ignore lint/performance/useDomNodeTextContent: the text content has what is hidden too
  element.evaluate((node) => (node as HTMLElement).innerText.trim());
const placesOf = (page: Page, size: Size, inside: string) =>
  Promise.all(
    PARTS[size].map(async (part) => {
      const element = page.locator(`${inside} ${part}`).first();
      const text = part.endsWith("svg") ? "" : await seen(element);
      const { x, y, width, height } = (await element.boundingBox()) ?? NOWHERE;
      return { part, text, box: [x, y, width, height] };
    }),
  );

const NOWHERE = { x: Number.NaN, y: Number.NaN, width: Number.NaN, height: Number.NaN };

type Places = Awaited<ReturnType<typeof placesOf>>;
/** The parts with another place or text than before; half a pixel is lost to rounding. */
const moved = (before: Places, after: Places) =>
  after.filter(({ text, box }, part) => {
    const was = before[part];
    return (
      !was ||
      was.text !== text ||
      !box.every((px, side) => Math.abs(px - (was.box[side] ?? Number.NaN)) <= 1)
    );
  });

declare global {
  interface Window {
    shift: number;
    /** The moment at which the app had taken the frame's place, in milliseconds of the page. */
    stood: number;
  }
}

test("stands before the app's code has come, and the app takes its place", async ({
  server,
  customer,
}, info) => {
  const { page } = customer;
  const size = info.project.metadata.size as Size;
  // The app asks again for rows without sparklines.
  const listed = size === "phone" ? "market=Index&pageSize=50" : "market=UsStock&pageSize=8";
  await server.hasSparklines(`/market/list?${listed}`, "/m_ft/home_custom_list");
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
    const watch = new MutationObserver(() => {
      if (window.stood || !document.querySelector("#root nav") || document.querySelector("#frame"))
        return;
      window.stood = performance.now();
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  // However long a busy machine takes over this, no answer grows old.
  await page.clock.setFixedTime(new Date());
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
  const framed = await placesOf(page, size, "#frame");
  release();
  await expect(customer.button("common:action.signUp")).toBeVisible();
  // A phone has the day's movers under the invitation, a workspace a quote beside it.
  if (size === "phone") await expect(page.locator("a[data-row]").first()).toBeVisible();
  else await expect(customer.center.getByText(/^[\d,]+\.\d\d$/).first()).toBeVisible();
  const taken = [...asked];
  expect(moved(framed, await placesOf(page, size, "#root"))).toEqual([]);
  expect(await page.evaluate(() => window.shift)).toBeLessThan(STILL);
  expect(await filesBefore(page)).toBeLessThanOrEqual(6);
  // A workspace has its panes in a few files more (`ui/scripts/size.mjs`).
  expect(taken.filter(isFile).length).toBeLessThanOrEqual(18);
  // The app does not repeat the requests of the page.
  const data = taken.filter((path) => !isFile(path) && path !== "/push");
  expect([...data].sort()).toEqual([...new Set(data)].sort());
  expect(data).toContain(`/market/list?${listed}`);
});
