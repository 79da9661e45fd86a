import { readFileSync } from "node:fs";

type Texts = { [key: string]: string | Texts };

const LOCALES = new URL("../../ui/src/locales/", import.meta.url);

/** The server's names of traded instruments (`instruments.csv`, `instruments_hk.csv` in
 * `server/data`), unless the code. */
const NAMES: Record<string, Record<string, string>> = {
  AAPL: { en: "Apple Inc.", "zh-Hans": "苹果", "zh-Hant": "蘋果" },
  NVDA: { en: "Nvidia", "zh-Hans": "英伟达", "zh-Hant": "英偉達" },
  COST: { en: "Costco", "zh-Hans": "好市多", "zh-Hant": "好市多" },
  "00005": { en: "HSBC Holdings", "zh-Hans": "汇丰控股", "zh-Hant": "滙豐控股" },
  "00700": { en: "Tencent Holdings", "zh-Hans": "腾讯控股", "zh-Hant": "騰訊控股" },
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
  /** The name of an instrument in the language. */
  const named = (code: string) => NAMES[code]?.[language] ?? code;
  return Object.assign(text, { named });
}
