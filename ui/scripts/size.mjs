// Fails when the JavaScript that the first route loads exceeds its budget. The first route is the
// entry, the app with its home page and everything that either imports statically, as Vite's
// manifest lists it.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const BUDGET_KIB = 132;
const dist = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));

const FIRST_ROUTE = ["index.html", "src/platform/web.ts", "src/app/start.tsx"];

function filesOf(key, seen = new Set()) {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return seen;
  seen.add(key);
  for (const dependency of chunk.imports ?? []) filesOf(dependency, seen);
  return seen;
}

const keys = new Set(FIRST_ROUTE.flatMap((key) => [...filesOf(key)]));
// One language is loaded: the namespaces that the first route reads.
for (const namespace of ["common", "home", "market"]) {
  for (const key of filesOf(`src/locales/en/${namespace}.json`)) keys.add(key);
}
const sizes = [...keys].map((key) => {
  const file = manifest[key].file;
  return { file, kib: gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length / 1024 };
});
const total = sizes.reduce((sum, size) => sum + size.kib, 0);

for (const { file, kib } of sizes.sort((a, b) => b.kib - a.kib)) {
  process.stdout.write(`${kib.toFixed(1).padStart(7)} KiB  ${file}\n`);
}
process.stdout.write(
  `${total.toFixed(1).padStart(7)} KiB  first route, gzip (budget ${BUDGET_KIB})\n`,
);
if (total > BUDGET_KIB) {
  process.stderr.write("The first route's JavaScript exceeds its budget.\n");
  process.exit(1);
}
