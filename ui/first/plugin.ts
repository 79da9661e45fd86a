import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type IndexHtmlTransformContext, type Plugin, runnerImport } from "vite";

type Bundle = NonNullable<IndexHtmlTransformContext["bundle"]>;

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const read = (path: string) => readFileSync(here(path), "utf8");
const languages = readdirSync(here("../src/locales")).sort();

/** A text of a language by its key with namespace, such as `home:title`. */
function textOf(language: string, key: string): string {
  const [namespace, path = ""] = key.split(":");
  let found: unknown = JSON.parse(read(`../src/locales/${language}/${namespace}.json`));
  for (const part of path.split(".")) found = Object(found)[part];
  if (typeof found !== "string") throw new Error(`the first screen has no text ${key}`);
  return found;
}

/** The frame consists of the app's own components, so Vite loads it like the app. */
async function frame(): Promise<string> {
  const { module } = await runnerImport<typeof import("./Frame")>(here("Frame.tsx"), {
    configFile: false,
    logLevel: "error",
    resolve: { alias: { "@": here("../src") } },
  });
  return module.write(languages, textOf);
}

/** The page's first script without comments, with the built files: the app's, and each language's first texts. */
function firstScript(bundle: Bundle, app: string): string {
  const texts: Record<string, string> = {};
  for (const { fileName } of Object.values(bundle)) {
    const language = /^assets\/first-(.+)-.{8}\.js$/.exec(fileName)?.[1];
    if (language) texts[language] = `/${fileName}`;
  }
  return read("first.js")
    .replace("var TEXTS = {};", `var TEXTS = ${JSON.stringify(texts)};`)
    .replace('var APP = "";', `var APP = "${app}";`)
    .replaceAll(/^\s*(\/\/|\/\*\*).*\n|^\s+/gm, "");
}

/**
 * Shows the first screen before any of the app's code is loaded: its frame, the styles and the page's first script are
 * inlined, so that neither the paint nor the app waits for a style file.
 */
export function firstScreen(): Plugin {
  const styles: string[] = [];
  return {
    name: "first-screen",
    enforce: "pre",
    generateBundle(_options, bundle) {
      styles.length = 0;
      for (const [file, output] of Object.entries(bundle)) {
        if (output.type === "chunk") output.viteMetadata?.importedCss.clear();
        if (output.type !== "asset" || !file.endsWith(".css")) continue;
        styles.push(String(output.source).trim());
        delete bundle[file];
      }
    },
    transformIndexHtml: {
      order: "post",
      async handler(html, { bundle = {} }) {
        // The built files are preloaded; the first script runs the app's.
        const built = /<script type="module" crossorigin src="(\/assets\/[^"]+)"><\/script>/g;
        const app = [...html.matchAll(built)].at(-1)?.[1] ?? "";
        const head = `<script>${firstScript(bundle, app)}</script><style>${styles.join("")}</style>`;
        const begun = await frame();
        return html
          .replaceAll(built, '<link rel="modulepreload" crossorigin href="$1">')
          .replace("<!--first-->", () => head)
          .replace("<!--frame-->", () => begun)
          .replaceAll(/\n\s+/g, "\n");
      },
    },
  };
}
