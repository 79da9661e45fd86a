// Fails if a first visit loads more files, or more JavaScript, than its budget. The first route is the page with the
// files that it names: the app with its home page, one language's first texts and the font. The styles are in the page.
// Files that the browser fetches by itself afterwards (the icon, the manifest) are not counted. In a wide window the
// first visit is the home page's workspace: three panes, and the files that they load.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const BUDGET = { files: 6, kib: 123 };
// A browser requests six files at a time over HTTP/1.1, which our server uses: this is three rounds, and the first of
// them is the first route.
const WIDE_FILES = 18;
/**
 * The files that the workspace loads: groups of `vite.config.ts`, and files by a module in them. A visitor sees a quote
 * with its chart, whose library is a fifth of it, and a customer the course of their assets.
 */
const WIDE = {
  visitor: {
    kib: 263,
    groups: ["soon", "workspace", "trade-en", "below-en", "queries", "quote", "prices"],
    sources: ["src/app/pages.ts", "src/locales/en/funds.json"],
  },
  customer: {
    kib: 250,
    groups: ["soon", "stream", "workspace", "orders", "trade-en", "charts"],
    sources: ["src/app/pages.ts", "src/locales/en/funds.json"],
  },
};

const dist = new URL("../dist/", import.meta.url);
const read = (file) => readFileSync(new URL(file, dist));
const page = read("index.html").toString("utf8");
const manifest = JSON.parse(read(".vite/manifest.json"));
const assets = readdirSync(new URL("assets/", dist));

/** The files in an attribute of a tag of the page. */
const named = (tag, attribute) => [
  ...page.matchAll(new RegExp(`<${tag}[^>]*\\s${attribute}="/([^"]+)"`, "g")),
];

/** Files with all their imports, direct and indirect. */
function whole(files) {
  const found = new Set();
  const add = (file) => {
    if (found.has(file)) return;
    found.add(file);
    if (!file.endsWith(".js")) return;
    const imports = read(file)
      .toString("utf8")
      .matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g);
    for (const [, other] of imports) add(`assets/${other}`);
  };
  for (const file of files) add(file);
  return found;
}

/** The file of a group of `vite.config.ts`. */
function groupFile(name) {
  const files = assets.filter((file) => new RegExp(`^${name}-.{8}\\.js$`).test(file));
  if (files.length !== 1) throw new Error(`there are ${files.length} files of the group ${name}`);
  return `assets/${files[0]}`;
}

function sourceFile(source) {
  if (!manifest[source]) throw new Error(`${source} is no file of its own`);
  return manifest[source].file;
}

const sizeOf = (file) =>
  (file.endsWith(".woff2") ? read(file).length : gzipSync(read(file), { level: 9 }).length) / 1024;

/** Prints the size of a visit, and fails if it exceeds the budget. */
function hold(visit, files, budget) {
  const kib = [...files]
    .filter((file) => file.endsWith(".js"))
    .reduce((sum, file) => sum + sizeOf(file), 0);
  process.stdout.write(
    `${kib.toFixed(1).padStart(7)} KiB  JavaScript of ${visit}, gzip (budget ${budget.kib}), in ${files.size} files (budget ${budget.files})\n`,
  );
  if (kib <= budget.kib && files.size <= budget.files) return;
  process.stderr.write(`${visit} exceeds its budget.\n`);
  process.exitCode = 1;
}

const links = named("link", "href")
  .filter(([link]) => /rel="(stylesheet|preload|modulepreload)"/.test(link))
  .map(([, file]) => file);
const fonts = [...page.matchAll(/url\(["']?\/([^)"']+\.woff2)/g)].map(([, file]) => file);
const first = whole([
  "index.html",
  ...named("script", "src").map(([, file]) => file),
  ...links,
  ...named("img", "src").map(([, file]) => file),
  ...fonts,
  groupFile("first-en"),
]);
for (const file of first) {
  process.stdout.write(`${sizeOf(file).toFixed(1).padStart(7)} KiB  ${file}\n`);
}
hold("the first route", first, BUDGET);
if (fonts.length === 0) throw new Error("the page names no font");
for (const [who, { kib, groups, sources }] of Object.entries(WIDE)) {
  const later = [...groups.map(groupFile), ...sources.map(sourceFile)];
  hold(`a ${who}'s wide first visit`, whole([...first, ...later]), {
    files: WIDE_FILES,
    kib,
  });
}
