import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config";

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true };
const desktop = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 };

/** Takes the README's pictures from the running product; asked for by `npm run pictures`. */
export default defineConfig({
  ...journeys,
  testMatch: "pictures.spec.ts",
  projects: [
    {
      name: "phone-light-en",
      metadata: { language: "en", pictures: ["home", "quote", "ticket", "receipt"] },
      use: { ...phone, locale: "en-GB", colorScheme: "light" },
    },
    {
      name: "phone-dark-zh",
      metadata: { language: "zh-Hans", pictures: ["home", "quote", "trade", "receipt"] },
      use: { ...phone, locale: "zh-CN", colorScheme: "dark" },
    },
    {
      name: "desktop-light-en",
      metadata: { language: "en", pictures: ["quote"] },
      use: { ...desktop, locale: "en-GB", colorScheme: "light" },
    },
  ],
});
