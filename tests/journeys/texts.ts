import { readFileSync } from "node:fs";

type Texts = { [key: string]: string | Texts };

const LOCALES = new URL("../../ui/src/locales/", import.meta.url);

/** What the server calls AAPL (`server/data/instruments.csv`). */
const APPLE: Record<string, string> = {
  en: "Apple Inc.",
  "zh-Hans": "苹果",
  "zh-Hant": "蘋果",
};

/** The app's own sentences in a language, by `namespace:key`, so that a test reads what a customer does. */
export function textsOf(language: string) {
  const files = new Map<string, Texts>();
  const file = (namespace: string) => {
    const known = files.get(namespace);
    if (known) return known;
    const path = new URL(`${language}/${namespace}.json`, LOCALES);
    const texts = JSON.parse(readFileSync(path, "utf8")) as Texts;
    files.set(namespace, texts);
    return texts;
  };
  const text = (name: string, values: Record<string, string> = {}): string => {
    const [namespace = "", key = ""] = name.split(":");
    let found: string | Texts | undefined = file(namespace);
    for (const part of key.split(".")) found = typeof found === "object" ? found[part] : undefined;
    if (typeof found !== "string") throw new Error(`no text ${name} in ${language}`);
    return found.replace(/{{(\w+)}}/g, (_, value: string) => values[value] ?? "");
  };
  return Object.assign(text, { apple: APPLE[language] ?? "AAPL" });
}
