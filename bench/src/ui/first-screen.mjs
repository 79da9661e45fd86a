// The first screen: the largest contentful paint (LCP) of the product's first route, served by the
// product's own server, against a bare React page: the same words and rows, rendered by React and
// nothing else, built by Vite.
//
// Why it is fair: both come over the same slow network to the same slow processor into an empty
// cache, and both are compressed once, as well as it goes, before anybody asks for them. The bare
// page has no router, no translations, no web font, no API and no live prices; a product has to
// have them, so this says what they cost a newcomer. The product's page brings its first words as
// HTML, but may say what the money is only when its server has. Loads alternate, and each has a
// browser context of its own.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { openPhone } from "./phone.mjs";
import { medians, say, sayProgress, verdict } from "./stats.mjs";

const AIM = 1.2;
/** Both pages show it in their card. */
const TITLE = "Every fill, provable.";
const BYTES_PER_SECOND = 10_000_000 / 8;
const NETWORK = {
  offline: false,
  latency: 40,
  downloadThroughput: BYTES_PER_SECOND,
  uploadThroughput: BYTES_PER_SECOND,
};
/** Nothing larger may be painted for this long after the last answer. */
const QUIET_MILLIS = 1_000;
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** Builds the bare page into a folder and serves it as the product's server serves its UI. */
async function openBare() {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-bare-"));
  await build({
    root: fileURLToPath(new URL("bare", import.meta.url)),
    configFile: false,
    logLevel: "error",
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true, modulePreload: { polyfill: false } },
  });
  const files = new Map(
    readdirSync(folder, { recursive: true })
      .filter((name) => extname(name) in TYPES)
      .map((name) => [`/${name}`, brotliCompressSync(readFileSync(join(folder, name)))]),
  );
  const server = createServer((request, response) => {
    const path = request.url === "/" ? "/index.html" : request.url;
    const file = files.get(path);
    if (!file) return response.writeHead(404).end();
    const headers = { "content-type": TYPES[extname(path)], "content-encoding": "br" };
    response.writeHead(200, headers).end(file);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The paints of one cold load, in milliseconds after the address was entered. */
async function load(browser, origin) {
  const { page, tools, close } = await openPhone(browser);
  await tools.send("Network.enable");
  await tools.send("Network.emulateNetworkConditions", NETWORK);
  await page.addInitScript(() => {
    window.paints = { first: 0, largest: 0 };
    const watch = (type, take) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
        type,
        buffered: true,
      });
    watch("paint", ({ name, startTime }) => {
      if (name === "first-contentful-paint") window.paints.first = startTime;
    });
    watch("largest-contentful-paint", ({ startTime }) => {
      window.paints.largest = startTime;
    });
  });
  const answer = await page.goto(origin, { waitUntil: "networkidle" });
  // A page of errors would be painted soonest.
  if (!answer.ok()) throw new Error(`${origin} answered ${answer.status()}`);
  await page.getByText(TITLE).waitFor();
  await sleep(QUIET_MILLIS);
  const paints = await page.evaluate(() => window.paints);
  await close();
  return paints;
}

function print(name, { first, largest }) {
  const figures = [first, largest].map((value) => value.toFixed(0).padStart(7));
  say(`${name.padEnd(34)} ${figures.join(" ")}`);
}

export async function measureFirstScreen(browser, origin, rounds) {
  const bare = await openBare();
  const ours = [];
  const reference = [];
  for (let round = 1; round <= rounds; round += 1) {
    sayProgress(`first screen, round ${round} of ${rounds}`);
    reference.push(await load(browser, bare.origin));
    ours.push(await load(browser, origin));
  }
  bare.close();

  say("first screen: ms until it is painted, 4x slower, 10 Mbit/s, 40 ms, empty cache");
  say(`${"page (medians)".padEnd(34)}   first largest`);
  print("bare React page", medians(reference));
  print("plumbline", medians(ours));
  verdict(
    "largest paint, x the bare page",
    medians(ours).largest / medians(reference).largest,
    AIM,
  );
}
