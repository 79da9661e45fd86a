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
  /node_modules\/(react|react-dom|scheduler|i18next|react-i18next|@tanstack\/(react-query|query-core)|openapi-fetch)\//;

/** Of those, what a customer needs who changes something or reads several things on: it comes with the pages that do. */
const LATER =
  /\/(mutationObserver|useMutation|infiniteQueryObserver|useInfiniteQuery|queriesObserver|useQueries)\.js$/;

/**
 * Small parts that most other pages share: each alone costs a request, and its name in the app's list of files. Its
 * folders as a whole would bring dialogs and forms to pages that have none (docs/measurements.md, UI sizes).
 */
const PARTS =
  /\/node_modules\/lucide-react\/(?!.*\/(camera|badge-check)\.)|\/ui\/src\/(customerStorage|push\/(newest|topicBoard)|api\/(instrument|showRefusal|tradingDays|wallets)|choices\/(parts|walletTypes)|funds\/(StepLine|steps)|identity\/userId|market\/(chart\/(panning|periods|readings)|indicators\/catalog|liveBars|MarketFirst|StatusBadge|useNow)|trade\/words|products\/(InstrumentTitle|instrumentName|words)|watchlist\/queries|ui\/(CardSkeletons|CopyButton|FilterButton|KeyValue|keys|LinkButton|ListRow|MoreButton|Notice|QueryList|SessionBadge|time|UnansweredNotice|useDebounced))\.tsx?$/;

/** The file of texts that namespaces share in each language: whoever reads one needs most of them soon. */
const TEXTS: Record<string, string[]> = {
  // The first route's (`i18n/texts.ts`).
  first: ["common", "home", "market"],
  trade: ["chart", "money", "orders", "positions", "watchlist"],
  below: ["events", "news"],
  reference: ["days", "offers", "rules", "sectors"],
  // Withdrawals ask for an identity check.
  kyc: ["deposits", "files", "kyc", "withdrawals"],
};

function textsOf(id: string): string | null {
  const [, language, namespace = ""] = /\/src\/locales\/([^/]+)\/(\w+)\.json$/.exec(id) ?? [];
  const group = Object.keys(TEXTS).find((name) => TEXTS[name]?.includes(namespace));
  return group ? `${group}-${language}` : null;
}

const src = (paths: string) => new RegExp(`/ui/src/(${paths})`);

/**
 * The built files. A group takes along what its modules import, unless one before it has that already: what many pages
 * need stands first, and no page of a phone waits for what only a workspace shows.
 */
const GROUPS = [
  {
    name: "foundation",
    test: (id: string) => FOUNDATION.test(id) && !LATER.test(id),
    priority: 2,
  },
  { name: textsOf, debugName: "texts", priority: 2 },
  // The app with its home page and all that it imports: one file, since each costs a request.
  { name: "app", test: src("main|app/start"), priority: 1 },
  // What the first screen takes up as soon as it stands.
  {
    name: "soon",
    test: src(
      "app/(AppExtras|ConnectionBanner)|home/HomeMorePane|i18n/laterTexts|market/lists/(PriceMark|RankedRows)|ui/(ChartSentence|OwnEye|PullToRefresh|Toaster)",
    ),
  },
  { name: "parts", test: (id: string) => PARTS.test(id) || LATER.test(id) },
  // What is typed into.
  { name: "fields", test: src("forms/PasswordField|ui/(AmountField|Field|Form|FormError)\\.") },
  // An action that moves money, from the review to the answer.
  { name: "money", test: src("money/useMoneyAction") },
  // What reads addresses, with the library that it stands on: forms have that one too.
  { name: "queries", test: src("screenQueries") },
  // What a quote shows of a customer's own.
  { name: "own", test: src("api/receipt|orders/queries|positions/queries|trade/valuation") },
  // What keeps a customer's screens in step with the server: it comes once they are known, at every width.
  {
    name: "stream",
    test: src("app/AccountStream|funds/(FirstSteps|WalletList)|identity/account"),
  },
  // What confirms something.
  { name: "sheet", test: src("ui/Sheet|money/(ConfirmSheet|PayPasswordSheet)") },
  // What customers have ordered and bought: a phone's Trade tab, and a workspace beside everything.
  {
    name: "orders",
    test: src("money/UnansweredActions|orders/(Activity|WorkingOrders|RecentReceipts)"),
  },
  // An instrument in full but for its chart's library: a phone's page, or docked, for visitors beside a sample receipt.
  { name: "quote", test: src("desk/(QuotePage|QuotePane)|orders/SampleReceiptPane") },
  // The library with the simplest chart: a customer's first workspace has no other.
  { name: "charts", test: src("funds/EquityChart") },
  { name: "prices", test: src("market/chart/PriceChart") },
  // Together the workspace's first panes are a request, where each alone would be several.
  { name: "workspace", test: src("home/") },
  // What stands under the first screen, and under quotes and lists.
  {
    name: "below",
    test: src("market/Market(Hours|Session)|news/(ArticleRow|NewestNews|useAuthor)"),
  },
  // Both sides of a book and the last trades, which few open and kinds that are only watched have by themselves.
  { name: "depth", test: src("market/book/(DepthSection|DepthAndTrades|RecentTrades)") },
  // Screens that lead to each other. The app lists each file by name, so few files keep its first small.
  { name: "offers", test: src("market/offers/") },
  { name: "reference", test: src("market/(days|rules)/") },
  { name: "forms", test: /\/node_modules\/react-hook-form\// },
  { name: "kyc", test: src("kyc/|files/PictureField|identity/SharePage") },
  { name: "out", test: src("funds/(payouts|withdrawals)/") },
  // The ways to pay in lead to each other too.
  {
    name: "deposits",
    test: src(
      "funds/(Deposit(Page|Fiat|Wallet|Certificate|Record)|AnnouncedDeposit|Deciding|PaperNotice|useConfirmations)",
    ),
  },
  // Small parts that the Markets tab and its panes share.
  {
    name: "lists",
    test: src(
      "market/lists/(ListRows|MarketButtons|MarketStrip|orderings|partName|useFilters|useOpenList)|ui/sorting",
    ),
  },
];

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    locales(),
    firstScreen(),
    // The service worker keeps the page and its files, and nothing that the server says: it answers for these files
    // only, and every other request passes it by. A new release is taken by the next start (`src/app/newRelease.ts`).
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
        codeSplitting: { groups: GROUPS },
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
