// Writes the texts of each language (`src/locales`), which the app loads, from `texts`, where those of all languages
// stand beside each other.
//   node scripts/texts.ts
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { languages } from "../src/i18n/languages.ts";

export type Texts = { [key: string]: string | Texts };

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const ALL = here("../texts/");
const BY_LANGUAGE = here("../src/locales/");

/** The texts of one language. `at` names the file in errors. */
export function textsIn(language: string, all: Texts, at: string): Texts {
  const entries = Object.entries(all).map(([key, node]): [string, string | Texts] => {
    const place = `${at} ${key}`;
    if (typeof node === "string") throw new Error(`${place}: a text has its language beside it`);
    if (!languages.some((one) => one in node)) return [key, textsIn(language, node, place)];
    const others = Object.keys(node).filter((one) => !languages.some((known) => known === one));
    if (others.length > 0) throw new Error(`${place}: ${others} is no language`);
    const text = node[language];
    if (typeof text !== "string") throw new Error(`${place}: no text in ${language}`);
    return [key, text];
  });
  return Object.fromEntries(entries);
}

/** The files of all languages by their path in `src/locales`, as `texts` has them. */
export function localeFiles(): Map<string, string> {
  const namespaces = readdirSync(ALL).filter((file) => file.endsWith(".json"));
  const files = namespaces.flatMap((file) => {
    const all: Texts = JSON.parse(readFileSync(ALL + file, "utf8"));
    return languages.map((language): [string, string] => [
      `${language}/${file}`,
      `${JSON.stringify(textsIn(language, all, `texts/${file}`), null, 2)}\n`,
    ]);
  });
  return new Map(files);
}

/** The files of all languages by their path in `src/locales`, as they are there. */
export function writtenFiles(): Map<string, string> {
  const paths = languages.flatMap((language) =>
    readdirSync(BY_LANGUAGE + language).map((file) => `${language}/${file}`),
  );
  return new Map(paths.map((path) => [path, readFileSync(BY_LANGUAGE + path, "utf8")]));
}

/** Writes what has changed, so that nothing else is loaded or built again. */
function writeLocales(): void {
  const files = localeFiles();
  for (const language of languages) mkdirSync(BY_LANGUAGE + language, { recursive: true });
  const written = writtenFiles();
  for (const [path, text] of files) {
    if (written.get(path) !== text) writeFileSync(BY_LANGUAGE + path, text);
  }
  for (const path of written.keys()) if (!files.has(path)) rmSync(BY_LANGUAGE + path);
}

/** Writes them at the start of a build, and while the app is developed at each change. Tests read what is committed. */
export function locales(): Plugin {
  return {
    name: "locales",
    apply: (_config, { mode }) => mode !== "test",
    buildStart: writeLocales,
    configureServer({ watcher, config }) {
      watcher.on("all", (_event, file) => {
        if (!file.startsWith(ALL)) return;
        try {
          writeLocales();
        } catch (error) {
          config.logger.error(String(error));
        }
      });
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeLocales();
