// Texts that no screen may show: programs' names for nothing, and the keys of texts that are missing.
import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";

const ENGLISH = new URL("../../ui/src/locales/en/", import.meta.url);

/** The beginnings of keys, such as `kinds` and `future` of `kinds:future.months`. */
const namespaces = readdirSync(ENGLISH).map((file) => file.replace(".json", ""));
const roots = namespaces.flatMap((namespace) =>
  Object.entries(JSON.parse(readFileSync(new URL(`${namespace}.json`, ENGLISH), "utf8"))).flatMap(
    ([root, texts]) => (typeof texts === "object" ? [root] : []),
  ),
);

const NOTHING = /\b(NaN|undefined|null|Infinity|Invalid Date)\b|\[object |\{\{|\}\}/;
const KEY = new RegExp(
  `(^|[\\s(“「])((${namespaces.join("|")}):[a-z]|(${[...new Set(roots)].join("|")})\\.[A-Za-z]+\\b)`,
);

/** Texts without sense on the present screen, those included that are read out only. */
export async function nonsenseOn(page: Page): Promise<string[]> {
  const said = await page.evaluate(() => {
    const texts: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (parentElement?.closest("script, style, noscript") === null) texts.push(textContent ?? "");
    }
    for (const element of document.body.querySelectorAll("*")) {
      for (const name of ["aria-label", "aria-description", "title", "alt", "placeholder"]) {
        texts.push(element.getAttribute(name) ?? "");
      }
      if (element instanceof HTMLInputElement) texts.push(element.value);
    }
    return texts;
  });
  return said.filter((text) => NOTHING.test(text) || KEY.test(text));
}
