import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";
import { firstScreen } from "./first/plugin.ts";
import { locales } from "./scripts/texts.ts";

/** Where `vite dev` sends the API calls and the push socket. */
const server = process.env.PLUMBLINE_DEV_SERVER ?? "http://127.0.0.1:8080";

/** Vite's own requests; every other path belongs to the server, whose API lives at the root. */
const SERVER_PATHS =
  "^/(?!@|src/|first/|node_modules/|index\\.html|plumb\\.svg|manifest\\.webmanifest|icons/|$|\\?)";

/**
 * The oldest browsers that are promised: those that Tailwind 4's style sheets need. `scripts/browsers.mjs` refuses
 * what is newer.
 */
const BROWSERS = ["safari16.4", "ios16.4", "chrome111", "firefox128"];

/** What every screen needs of others. In one file it compresses better, and outlives a release in the cache. */
const FOUNDATION =
  /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next|@tanstack\/(react-query|query-core)|openapi-fetch)\//;

/** Of those, what a customer needs who changes something or reads a list on: it comes with the pages that do. */
const LATER = /\/(mutationObserver|useMutation|infiniteQueryObserver|useInfiniteQuery)\.js$/;

/** The app with its home page and all that it imports: one file, since each costs a request and small ones compress badly. */
const APP = /\/ui\/src\/(main|app\/start)\.tsx?$/;

/** The texts that the first route reads (`i18n/texts.ts`), one file a language. */
const FIRST_TEXTS = /\/ui\/src\/locales\/([^/]+)\/(common|home|market)\.json$/;
const firstTextsOf = (id: string) => `first-${FIRST_TEXTS.exec(id)?.[1]}`;

/** Small parts that most other pages share: each alone costs a request, and its name in the app's list of files. */
const PARTS =
  /\/node_modules\/lucide-react\/(?!.*\/(camera|badge-check)\.)|\/ui\/src\/(customerStorage|push\/newest|api\/(instrument|showRefusal|useMoneyAction)|identity\/(PasswordField|userId)|funds\/walletTypes|market\/(indicators\/catalog|liveBars|MarketFirst|panning|parts|periods|readings|useNow)|orders\/(legs|words)|products\/(InstrumentTitle|words)|watchlist\/queries|ui\/(AmountField|CardSkeletons|CopyButton|Field|FilterButton|Form|FormError|KeyValue|keys|LinkButton|ListRow|MoreButton|Notice|QueryList|SessionBadge|time|UnansweredNotice|useDebounced))\.tsx?$/;

/** What the first screen takes up as soon as it stands. */
const SOON =
  /\/ui\/src\/(app\/(AppExtras|keptForm|useShortcuts)|home\/HomeMorePane|i18n\/laterTexts|market\/(PriceMark|RankedRows|ranking)|ui\/(ChartSentence|useChartSentence|summary|OwnEye|PullToRefresh|Toaster))\.tsx?$/;

/** What stands under the first screen: the markets' hours and the newest articles, which quotes and lists have too. */
const BELOW =
  /\/ui\/src\/(market\/(MarketHours|MarketSession)|news\/(ArticleRow|NewestNews|useAuthor))\.tsx?$/;

/** What keeps a customer's screens in step with the server: it comes once they are known, on a phone as on a desktop. */
const STREAM =
  /\/ui\/src\/(app\/AccountStream|funds\/(FirstSteps|WalletList)|identity\/account|positions\/valuation)\.tsx?$/;

/** What confirms something, with the library that it stands on. */
const SHEET = /\/ui\/src\/ui\/Sheet\.tsx$/;

/** What customers have ordered and bought, which a phone has on its Trade tab and a workspace beside everything. */
const ORDERS =
  /\/ui\/src\/(app\/UnansweredActions|orders\/(Activity|WorkingOrders|RecentReceipts))\.tsx$/;

/** A stock in full but for its chart's library, which a phone opens by itself and a workspace docks, for visitors beside the sample of a receipt. */
const QUOTE = /\/ui\/src\/(market\/(QuotePage|QuotePane)|orders\/SampleReceiptPane)\.tsx$/;

/** Both sides of a book and what was traded last, which few open and kinds that are only watched have by themselves. */
const DEPTH = /\/ui\/src\/market\/(DepthSection|DepthAndTrades|RecentTrades)\.tsx$/;

/** What reads addresses, with the library that it stands on: forms have that one too. */
const QUERIES = /\/ui\/src\/screenQueries\.ts$/;

/** All that draws charts, with the library that is most of it. */
const CHARTS = /\/ui\/src\/(market\/PriceChart|funds\/EquityChart)\.tsx$/;

/** What a workspace shows at first: together its panes are a request, where each alone would be several. */
const WORKSPACE = /\/ui\/src\/home\/Home(List|Main|Context)Pane\.tsx$/;

/** What is offered: screens that lead to each other. The app lists each file by name, so that few files keep its first small. */
const OFFERS = /\/ui\/src\/market\/offers\/(\w+Page|OfferParts)\.tsx$/;

/** What customers look up about exchanges: their days, their rules, what is to come. */
const REFERENCE = /\/ui\/src\/market\/(TradingDaysPage|EventsPage|rules\/RulesPage)\.tsx$/;

/** How money goes out, and the accounts that it goes to: screens that lead to each other. */
const OUT = /\/ui\/src\/funds\/(payouts|withdrawals)\/\w+Page\.tsx$/;

/** What forms stand on. */
const FORMS = /\/node_modules\/react-hook-form\//;

/** Who a customer is in the world outside, and the pictures that prove it: screens that lead to each other. */
const KYC =
  /\/ui\/src\/(kyc\/(\w+Page|KycRow|KycRequired)|files\/PictureField|identity\/SharePage)\.tsx$/;
/** Their texts, with those of withdrawals, which ask for it: one file a language. */
const KYC_TEXTS = /\/ui\/src\/locales\/([^/]+)\/(deposits|files|kyc|withdrawals)\.json$/;
const kycTextsOf = (id: string) => `kyc-${KYC_TEXTS.exec(id)?.[1]}`;

/** The texts of what is traded and of its chart, one file a language: whoever reads one of them needs most of them soon. */
const TRADE_TEXTS = /\/ui\/src\/locales\/([^/]+)\/(chart|money|orders|positions|watchlist)\.json$/;
const tradeTextsOf = (id: string) => `trade-${TRADE_TEXTS.exec(id)?.[1]}`;

/** The texts of what stands below quotes, and those of what customers look up, a file a language. */
const BELOW_TEXTS = /\/ui\/src\/locales\/([^/]+)\/(events|news)\.json$/;
const belowTextsOf = (id: string) => `below-${BELOW_TEXTS.exec(id)?.[1]}`;
const REFERENCE_TEXTS = /\/ui\/src\/locales\/([^/]+)\/(days|offers|rules|sectors)\.json$/;
const referenceTextsOf = (id: string) => `reference-${REFERENCE_TEXTS.exec(id)?.[1]}`;

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    locales(),
    firstScreen(),
    // The service worker keeps the page and its files, and nothing that the server says: it answers for these files
    // only, and every other request passes it by. A new release is taken by the next start (`src/app/releases.ts`).
    VitePWA({
      strategies: "generateSW",
      filename: "sw.js",
      manifest: false,
      injectRegister: false,
      workbox: {
        globPatterns: ["index.html", "manifest.webmanifest", "plumb.svg", "assets/*", "icons/*"],
        globIgnores: ["assets/tauri-*"],
        dontCacheBustURLsMatching: /^assets\//,
        navigateFallback: null,
        skipWaiting: true,
        clientsClaim: false,
        cleanupOutdatedCaches: true,
        inlineWorkboxRuntime: true,
        // Notifications that are pressed.
        importScripts: ["notices.js"],
        sourcemap: false,
      },
    }),
  ],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    target: BROWSERS,
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A group takes along what its modules import, unless one before it has that already. So what many pages
          // need stands first, and no page of a phone waits for what only a workspace shows.
          groups: [
            {
              name: "foundation",
              test: (id) => FOUNDATION.test(id) && !LATER.test(id),
              priority: 3,
            },
            { name: "app", test: APP, priority: 1 },
            { name: firstTextsOf, debugName: "first texts", test: FIRST_TEXTS, priority: 2 },
            { name: tradeTextsOf, debugName: "trade texts", test: TRADE_TEXTS, priority: 2 },
            { name: belowTextsOf, debugName: "below texts", test: BELOW_TEXTS, priority: 2 },
            {
              name: referenceTextsOf,
              debugName: "reference texts",
              test: REFERENCE_TEXTS,
              priority: 2,
            },
            { name: kycTextsOf, debugName: "kyc texts", test: KYC_TEXTS, priority: 2 },
            { name: "soon", test: SOON },
            { name: "parts", test: (id) => PARTS.test(id) || LATER.test(id) },
            { name: "queries", test: QUERIES },
            { name: "stream", test: STREAM },
            { name: "sheet", test: SHEET },
            { name: "orders", test: ORDERS },
            { name: "quote", test: QUOTE },
            { name: "charts", test: CHARTS },
            { name: "workspace", test: WORKSPACE },
            { name: "below", test: BELOW },
            { name: "depth", test: DEPTH },
            { name: "offers", test: OFFERS },
            { name: "reference", test: REFERENCE },
            { name: "forms", test: FORMS },
            { name: "kyc", test: KYC },
            { name: "out", test: OUT },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    port: 5173,
    strictPort: true,
    proxy: { [SERVER_PATHS]: { target: server, changeOrigin: false, ws: true } },
  },
  test: {
    setupFiles: ["src/test/setup.ts"],
    restoreMocks: true,
    // A screen's first drawing transforms its code, which takes a slow machine seconds.
    testTimeout: 30_000,
    // Vitest leaves a processor to itself, which is half of a machine of two.
    maxWorkers: "100%",
    // A document takes longer to make than most tests of logic, so a `.test.ts` has one only where it asks for it.
    projects: [
      {
        extends: true,
        test: { name: "logic", include: ["**/*.test.{ts,mjs}"], environment: "node" },
      },
      {
        extends: true,
        test: { name: "screens", include: ["**/*.test.tsx"], environment: "jsdom" },
      },
    ],
  },
});
