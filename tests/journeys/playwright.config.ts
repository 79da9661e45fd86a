import { defineConfig } from "@playwright/test";

/** A phone and a desktop, as the design draws them. */
const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
};
/** The browser's language makes the app speak it; the app's own names of the languages. */
const LANGUAGES = { en: "en-GB", "zh-Hans": "zh-CN", "zh-Hant": "zh-HK" };

/** A phone reaches the server over plain HTTP by a name of the network, where browsers withhold what they reserve for
 * secure pages. This computer's own address counts as secure. */
const HOSTS = { phone: "plumbline.test", desktop: "127.0.0.1" };

/** `./scripts/prove journeys` has every customer make the newcomer's whole way; a test has each size and each language. */
const EVERYWHERE = process.env.PLUMBLINE_JOURNEYS === "all";
const NEWCOMERS = ["phone en", "phone zh-Hant", "desktop zh-Hans"];

const projects = (["phone", "desktop"] as const).flatMap((size) =>
  Object.entries(LANGUAGES).map(([language, locale]) => ({
    name: `${size} ${language}`,
    // Trouble is the same for everyone, so one customer's is enough; and browsers keep the app on secure pages only.
    testIgnore: [
      ...(EVERYWHERE || NEWCOMERS.includes(`${size} ${language}`) ? [] : ["journey.spec.ts"]),
      ...(size === "phone" && language === "en" ? [] : ["trouble.spec.ts"]),
      ...(size === "desktop" && language === "en" ? [] : ["installed.spec.ts"]),
      // Each of these products is traded once, in another language and at another size.
      ...(size === "desktop" && language === "zh-Hant" ? [] : ["hongkong.spec.ts"]),
      ...(size === "desktop" && language === "zh-Hant" ? [] : ["watchlist.spec.ts"]),
      ...(size === "phone" && language === "zh-Hans" ? [] : ["forex.spec.ts"]),
      ...(size === "phone" && language === "zh-Hant" ? [] : ["news.spec.ts"]),
      ...(size === "phone" && language === "en" ? [] : ["bracket.spec.ts"]),
      ...(size === "phone" && language === "zh-Hans" ? [] : ["bitcoin.spec.ts"]),
      ...(size === "phone" && language === "en" ? [] : ["contract.spec.ts"]),
      // Watched classes, and further pages: once each. A tablet reaches the server as a phone does.
      ...(size === "phone" && language === "en" ? [] : ["futures.spec.ts"]),
      ...(size === "phone" && language === "zh-Hans" ? [] : ["offers.spec.ts"]),
      ...(size === "phone" && language === "zh-Hant" ? [] : ["indices.spec.ts"]),
      ...(size === "desktop" && language === "zh-Hans" ? [] : ["hours.spec.ts"]),
      ...(size === "phone" && language === "zh-Hant" ? [] : ["identity.spec.ts"]),
      ...(size === "phone" && language === "zh-Hant" ? [] : ["coins.spec.ts"]),
      ...(size === "phone" && language === "en" ? [] : ["withdrawal.spec.ts"]),
      ...(size === "desktop" && language === "en" ? [] : ["deposits.spec.ts"]),
      ...(size === "desktop" && language === "zh-Hans" ? [] : ["refused.spec.ts"]),
      ...(size === "phone" && language === "zh-Hans" ? [] : ["returned.spec.ts"]),
      ...(size === "phone" && language === "zh-Hans" ? [] : ["fractions.spec.ts"]),
      ...(size === "desktop" && language === "en" ? [] : ["transfer.spec.ts"]),
      // A mouse and a keyboard.
      ...(size === "desktop" && language === "zh-Hant" ? [] : ["lines.spec.ts"]),
      ...(size === "phone" && language === "zh-Hant" ? [] : ["call.spec.ts"]),
    ],
    metadata: { language, size, host: HOSTS[size] },
    use: { viewport: SIZES[size], locale, hasTouch: size === "phone" },
  })),
);

export default defineConfig({
  testDir: ".",
  testMatch: [
    "journey",
    "hongkong",
    "forex",
    "bracket",
    "bitcoin",
    "contract",
    "call",
    "trouble",
    "start",
    "installed",
    "news",
    "watchlist",
    "futures",
    "offers",
    "indices",
    "hours",
    "identity",
    "coins",
    "withdrawal",
    "deposits",
    "refused",
    "returned",
    "lines",
    "fractions",
    "transfer",
  ].map((name) => `${name}.spec.ts`),
  outputDir: "../../test-results/journeys",
  // A journey mostly waits, so that two at a time take two thirds of the time on two cores.
  workers: 2,
  // A hanging journey is ended; on a machine that is busy with other things one takes minutes.
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: "list",
  // What passes at the second try is listed as flaky, to be mended, and holds up nobody's change.
  retries: 1,
  forbidOnly: true,
  use: {
    browserName: "chromium",
    // The browser's copy of the app has its own journey; tests see no request that it answers.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: process.env.PLUMBLINE_CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", `--host-resolver-rules=MAP ${HOSTS.phone} 127.0.0.1`],
    },
    actionTimeout: 30_000,
    // A trace films and copies each page as prices flash, which takes as much time as the journey: it is for finding a fault.
    trace: process.env.PLUMBLINE_TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
  },
  projects,
});
