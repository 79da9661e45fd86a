import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";

const FONTS = fileURLToPath(new URL("fonts.conf", import.meta.url));
const PORT = Number(process.env.PLUMBLINE_GALLERY_PORT ?? 6007);

/** Checks the gallery's components for accessibility (axe), and against their earlier pictures. */
export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results/gallery/run",
  snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
  workers: 2,
  fullyParallel: true,
  timeout: 180_000,
  reporter: "list",
  forbidOnly: true,
  webServer: {
    // From a folder without our configuration, which sends unknown paths to a server.
    command: `vite preview --outDir site --host 127.0.0.1 --port ${PORT} --strictPort`,
    cwd: "../../test-results/gallery",
    port: PORT,
  },
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    browserName: "chromium",
    viewport: { width: 840, height: 900 },
    launchOptions: {
      executablePath: process.env.PLUMBLINE_CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-lcd-text", "--force-color-profile=srgb"],
      env: { ...process.env, FONTCONFIG_FILE: FONTS } as Record<string, string>,
    },
  },
});
