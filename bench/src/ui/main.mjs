// The UI: the cost of the live list on a phone, the smoothness of panning a long chart, and the time to the first
// screen, each against a reference measured in turns with it. ./scripts/bench ui builds what this needs and starts it.
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { Server } from "../../../tests/journeys/server.ts";
import { measureChart } from "./chart.mjs";
import { measureFirstScreen } from "./first-screen.mjs";
import { measureList } from "./list.mjs";

const { values: options } = parseArgs({
  options: {
    /** Alternating rounds, of which the medians are taken. */
    rounds: { type: "string", default: "5" },
    /** Seconds measured a page and round of the live list. */
    seconds: { type: "string", default: "8" },
    /** Only one of the three: `list`, `chart` or `load`. */
    only: { type: "string" },
  },
});

const server = await Server.start();
const browser = await chromium.launch({
  executablePath: process.env.PLUMBLINE_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  const rounds = Number(options.rounds);
  const isAsked = (part) => (options.only ?? part) === part;
  if (isAsked("list")) {
    await measureList(browser, server.origin, { rounds, seconds: Number(options.seconds) });
  }
  if (isAsked("chart")) await measureChart(browser, server.origin, rounds);
  // A load takes seconds, so there is time for more of them.
  if (isAsked("load")) await measureFirstScreen(browser, server.origin, 3 * rounds);
} finally {
  await browser.close();
  await server.stop();
}
