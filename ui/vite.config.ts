import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Where `vite dev` sends the API calls and the push socket. */
const server = process.env.PLUMBLINE_DEV_SERVER ?? "http://127.0.0.1:8080";

/** Vite's own requests; every other path belongs to the server, whose API lives at the root. */
const SERVER_PATHS = "^/(?!@|src/|node_modules/|index\\.html|plumb\\.svg|$|\\?)";

/** What every screen needs. In one file it compresses better, and outlives a release in the cache. */
const FOUNDATION =
  /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next|@tanstack\/(react-query|query-core)|openapi-fetch)\//;

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
        const add = (file: string) => {
          const chunk = bundle[file];
          if (chunk?.type !== "chunk" || chunk.isEntry || files.has(file)) return;
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
        }));
      },
    },
  };
}

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFirstRoute()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "foundation", test: FOUNDATION }] } },
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
  },
});
