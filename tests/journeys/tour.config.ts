import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config";

/** Photographs every screen for a designer's eye, as each customer of the journeys; asked for by `npm run tour`. */
export default defineConfig({
  ...journeys,
  testMatch: "tour.spec.ts",
  timeout: 600_000,
});
