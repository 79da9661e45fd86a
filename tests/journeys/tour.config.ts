import { defineConfig } from "@playwright/test";
import journeys, { LANGUAGES } from "./playwright.config";

/** Photographs every screen for a designer's eye; asked for by `npm run tour`. */
export default defineConfig({
  ...journeys,
  testMatch: "tour.spec.ts",
  timeout: 900_000,
  projects: Object.entries(LANGUAGES).map(([language, locale]) => ({
    name: language,
    metadata: { language },
    use: { viewport: { width: 390, height: 844 }, locale },
  })),
});
