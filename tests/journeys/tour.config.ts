import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config";

/** A window that is wide enough for the whole workspace. */
const WIDE = { width: 1600, height: 1000 };

const desktops = (journeys.projects ?? []).filter(({ metadata }) => metadata?.size === "desktop");
const wide = desktops.map((project) => ({
  ...project,
  name: `wide ${project.metadata?.language}`,
  use: { ...project.use, viewport: WIDE },
}));

/**
 * Photographs every screen for a designer's eye, as each customer of the journeys and in a wide window; asked for by
 * `npm run tour`.
 */
export default defineConfig({
  ...journeys,
  testMatch: ["tour.spec.ts", "tour.money.spec.ts"],
  timeout: 900_000,
  fullyParallel: true,
  projects: [...(journeys.projects ?? []), ...wide].map(({ testIgnore: _, ...project }) => project),
});
