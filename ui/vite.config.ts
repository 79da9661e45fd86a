import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** Where `vite dev` sends the API calls and the push socket. */
const server = process.env.PLUMBLINE_DEV_SERVER ?? "http://127.0.0.1:8080";

/** Vite's own requests; every other path belongs to the server, whose API lives at the root. */
const SERVER_PATHS = "^/(?!@|src/|node_modules/|index\\.html|plumb\\.svg|$|\\?)";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: { target: "es2022", assetsInlineLimit: 0, manifest: true },
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
