import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config";

const { launchOptions } = journeys.use ?? {};
/** The letters look alike on every machine, as those of the gallery do. */
const FONTS = fileURLToPath(new URL("../gallery/fonts.conf", import.meta.url));

/** Takes the README's pictures from the running product; asked for by `./scripts/pictures`. */
export default defineConfig({
  ...journeys,
  testMatch: "pictures.spec.ts",
  outputDir: "../../test-results/pictures",
  use: {
    ...journeys.use,
    launchOptions: {
      ...launchOptions,
      args: [...(launchOptions?.args ?? []), "--disable-lcd-text", "--force-color-profile=srgb"],
      env: { ...process.env, FONTCONFIG_FILE: FONTS } as Record<string, string>,
    },
  },
  projects: [{ name: "pictures", metadata: { host: "127.0.0.1" } }],
});
