// The imports of a file of the UI, in any form.

import { posix } from "node:path";

/** The modules that a text names, such as `@/ui/Card`, `./words` or `react`; comments are left out. */
export function importedModules(text) {
  const code = text.replace(/(^|\s)\/\/.*$/gm, "").replace(/\/\*[\s\S]*?\*\//g, "");
  const pattern = /(?:\bfrom\s*|\bimport\s*\(?\s*)["']([^"']+)["']/g;
  return [...code.matchAll(pattern)].map((match) => match[1]);
}

/** The path in the repository of a module that `path` imports, without its ending; null for a package. */
export function placeOf(module, path) {
  if (module.startsWith("@/")) return `ui/src/${module.slice(2)}`;
  if (!module.startsWith(".")) return null;
  return posix.normalize(posix.join(posix.dirname(path), module));
}

const ENDINGS = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"];

/**
 * The imports of the UI's files from each other, each with its line. Imports on demand and imports of types count as
 * well. `texts` has the repository's files.
 */
export const uiImports = (texts) =>
  [...texts].flatMap(([from, text]) =>
    /^ui\/src\/.*\.tsx?$/.test(from)
      ? importedModules(text).flatMap((module) => {
          const place = placeOf(module, from);
          const to = place && ENDINGS.map((end) => place + end).find((path) => texts.has(path));
          const line = text.slice(0, text.indexOf(`"${module}"`)).split("\n").length;
          return to ? [{ from, to, line }] : [];
        })
      : [],
  );
