// Fails if the built UI uses features newer than the oldest supported browser (vite.config.ts). Vite compiles newer
// syntax to older, but leaves built-in libraries alone, so this searches for those, in our own code and in bundled
// code. Each line names the first Safari with the feature.
import { readdirSync, readFileSync } from "node:fs";

const NEWER = {
  js: [
    [/\bAbortSignal\.any\b/, "AbortSignal.any (Safari 17.4)"],
    [/\bPromise\.(withResolvers|try)\b/, "Promise.withResolvers (17.4), Promise.try (18.2)"],
    [/\b(Object|Map)\.groupBy\b/, "Object.groupBy, Map.groupBy (17.4)"],
    [/\.(symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/, "methods of Set (17)"],
    [/\bIterator\.(from|prototype)\b/, "iterator helpers (18.4)"],
    [/\b(fromBase64|toBase64)\(/, "Uint8Array.toBase64 (18.2)"],
    [/\brequestIdleCallback\(/, "requestIdleCallback (no Safari)"],
    [/\bscheduler\.(yield|postTask)\(/, "scheduler (no Safari)"],
    [/\.(showPopover|hidePopover|togglePopover)\(/, "popovers (17)"],
  ],
  css: [
    [/@starting-style/, "@starting-style (17.5)"],
    [/\blight-dark\(/, "light-dark() (17.5)"],
    [/@scope\b/, "@scope (17.4)"],
    [/:popover-open/, "popovers (17)"],
    [/\banchor\(/, "anchor positioning (26)"],
    [/@view-transition/, "view transitions (18)"],
  ],
};

const folder = new URL("../dist/assets/", import.meta.url);
const found = readdirSync(folder).flatMap((file) => {
  const text = readFileSync(new URL(file, folder), "utf8");
  const rules = NEWER[file.split(".").at(-1)] ?? [];
  return rules.filter(([pattern]) => pattern.test(text)).map(([, name]) => `${file}: ${name}`);
});
for (const finding of found) {
  process.stderr.write(`${finding} is newer than the oldest browser that is promised.\n`);
}
process.exitCode = found.length > 0 ? 1 : 0;
