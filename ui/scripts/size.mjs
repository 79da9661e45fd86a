// Fails when the first route takes more files, or more JavaScript, than its budget. The first route is the page with
// what it names, which is the app with its home page, one language's first texts and the font. The styles are in the
// page. What the browser fetches for itself when the page stands (the icon, the manifest) is none of it.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const BUDGET_KIB = 132;
const BUDGET_FILES = 6;
const dist = new URL("../dist/", import.meta.url);
const read = (file) => readFileSync(new URL(file, dist));
const page = read("index.html").toString("utf8");

/** The files that a tag of the page names, whatever else stands in it. */
const named = (tag, attribute) => [
  ...page.matchAll(new RegExp(`<${tag}[^>]*\\s${attribute}="/([^"]+)"`, "g")),
];
const scripts = named("script", "src").map(([, file]) => file);
const links = named("link", "href")
  .filter(([link]) => /rel="(stylesheet|preload|modulepreload)"/.test(link))
  .map(([, file]) => file);
const pictures = named("img", "src").map(([, file]) => file);
const fonts = [...page.matchAll(/url\(["']?\/([^)"']+\.woff2)/g)].map(([, file]) => file);
const assets = readdirSync(new URL("assets/", dist));
const texts = assets.filter((file) => file.startsWith("first-en-")).map((file) => `assets/${file}`);
// What a script imports without its being named in the page is fetched all the same.
const imported = [...scripts, ...links.filter((file) => file.endsWith(".js")), ...texts].flatMap(
  (file) =>
    [
      ...read(file)
        .toString("utf8")
        .matchAll(/from"\.\/([^"]+\.js)"/g),
    ].map(([, other]) => `assets/${other}`),
);

const files = new Set([
  "index.html",
  ...scripts,
  ...links,
  ...pictures,
  ...fonts,
  ...texts,
  ...imported,
]);
let kib = 0;
for (const file of files) {
  const size = file.endsWith(".woff2")
    ? read(file).length
    : gzipSync(read(file), { level: 9 }).length;
  if (file.endsWith(".js")) kib += size / 1024;
  process.stdout.write(`${(size / 1024).toFixed(1).padStart(7)} KiB  ${file}\n`);
}
process.stdout.write(
  `${kib.toFixed(1).padStart(7)} KiB  JavaScript of the first route, gzip (budget ${BUDGET_KIB}), in ${files.size} files (budget ${BUDGET_FILES})\n`,
);
if (kib > BUDGET_KIB) {
  process.stderr.write("The first route's JavaScript exceeds its budget.\n");
  process.exitCode = 1;
}
if (files.size > BUDGET_FILES || texts.length !== 1 || fonts.length === 0) {
  process.stderr.write("The first route takes other files than its budget has.\n");
  process.exitCode = 1;
}
