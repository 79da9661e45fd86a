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
