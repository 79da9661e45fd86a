// Draws the icons of the installed app from public/plumb.svg: `npm run icons --workspace ui`. The PNGs are committed.
// Systems that mask icons get one whose ground fills the square; the mark stays inside the circle of 80 % that every
// mask leaves.
import { mkdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const source = readFileSync(new URL("../public/plumb.svg", import.meta.url), "utf8");
const square = source.replace(' rx="6"', "");
if (square === source) throw new Error("plumb.svg has no rounded ground any more");

const ICONS = [
  { name: "192", size: 192, svg: source },
  { name: "512", size: 512, svg: source },
  { name: "maskable", size: 512, svg: square },
  { name: "apple-touch-icon", size: 180, svg: square },
];

const folder = fileURLToPath(new URL("../public/icons/", import.meta.url));
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.PLUMBLINE_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
for (const { name, size, svg } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px}</style>${svg}`);
  await page.screenshot({ path: `${folder}${name}.png`, omitBackground: true });
  await page.close();
}
await browser.close();
