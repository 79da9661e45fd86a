import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Where `vite dev` sends the API calls and the push socket. */
const server = process.env.PLUMBLINE_DEV_SERVER ?? "http://127.0.0.1:8080";

/** Vite's own requests; every other path belongs to the server, whose API lives at the root. */
const SERVER_PATHS = "^/(?!@|src/|node_modules/|index\\.html|plumb\\.svg|first\\.js|$|\\?)";

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

/** What `main.ts` runs before the app: it may not wait for the app's code. */
const HOST = /\/ui\/src\/(app\/releases|i18n\/(texts|languages)|platform\/(index|share|copy))\.ts$/;

/** The app with its home page and all that it imports: one file, since each costs a request and small ones compress badly. */
const FRAME = /\/ui\/src\/app\/App\.tsx$/;

/** Small parts that most other pages share: each alone costs a request, and its name in the app's list of files. */
const PARTS =
  /\/node_modules\/lucide-react\/|\/ui\/src\/(customerStorage|push\/newest|api\/showRefusal|identity\/userId|funds\/walletTypes|orders\/words|ui\/(CopyButton|Field|Form|FormError|KeyValue|ListRow|MoreButton|Notice|time|usePaused))\.tsx?$/;

/** What main.ts imports when it runs, in this order, which the browser may fetch along with it. */
const FIRST_IMPORTS = ["/src/platform/web.ts", "/src/app/start.tsx"];

/** Lets the page name the first route's files at once, instead of one after the other. */
function preloadFirstRoute(): Plugin {
  return {
    name: "preload-first-route",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }) {
        const files = new Set<string>();
        const known = new Set(
          Object.values(bundle).flatMap((chunk) =>
            chunk.type === "chunk" && chunk.isEntry ? [chunk.fileName, ...chunk.imports] : [],
          ),
        );
        const add = (file: string) => {
          const chunk = bundle[file];
          if (chunk?.type !== "chunk" || known.has(file) || files.has(file)) return;
          files.add(file);
          chunk.imports.forEach(add);
        };
        for (const path of FIRST_IMPORTS) {
          const found = Object.entries(bundle).find(
            ([_, chunk]) => chunk.type === "chunk" && chunk.facadeModuleId?.endsWith(path),
          );
          if (found) add(found[0]);
        }
        return [...files].map((file) => ({
          tag: "link",
          attrs: { rel: "modulepreload", crossorigin: true, href: `/${file}` },
          // Behind the page's character set, which browsers look for in its first 1,024 bytes.
          injectTo: "head" as const,
        }));
      },
    },
  };
}

/** Puts what stands where the app does not start into the page, in each language, since none is known by then. */
function writeUnstarted(): Plugin {
  const locales = new URL("./src/locales/", import.meta.url);
  const section = (language: string) => {
    const file = new URL(`${language}/common.json`, locales);
    const { start, action } = JSON.parse(readFileSync(file, "utf8"));
    const text = `<h1>${start.failed}</h1><p>${start.hint}</p><a href="/">${action.tryAgain}</a>`;
    return `<section lang="${language}">${text}</section>`;
  };
  return {
    name: "write-unstarted",
    transformIndexHtml: (html) =>
      html.replace("<!--unstarted-->", readdirSync(locales).sort().map(section).join("")),
  };
}

export default defineConfig({
  plugins: [react(), tailwindcss(), writeUnstarted(), preloadFirstRoute()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    target: BROWSERS,
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: "foundation",
              test: (id) => FOUNDATION.test(id) && !LATER.test(id),
              priority: 3,
            },
            { name: "host", test: HOST, priority: 2 },
            { name: "frame", test: FRAME, priority: 1 },
            { name: "parts", test: (id) => PARTS.test(id) || LATER.test(id) },
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
    environment: "jsdom",
    setupFiles: ["src/test/setup.ts"],
    restoreMocks: true,
    // A screen's first drawing transforms its code, which takes a slow machine seconds.
    testTimeout: 30_000,
  },
});
