import { expect, it } from "vitest";
import { languages } from "./languages";

type Keys = { [key: string]: string | Keys };
const files = import.meta.glob<Keys>("../locales/*/*.json", { import: "default", eager: true });

function flatten(keys: Keys, prefix = ""): Map<string, string> {
  const entries = Object.entries(keys).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[prefix + key, value] as const]
      : [...flatten(value, `${prefix + key}.`)],
  );
  return new Map(entries);
}

/** The placeholders of a text, such as {{amount}}: a translation must have them all. */
const placeholders = (text: string) =>
  [...text.matchAll(/{{(\w+)/g)].map((match) => match[1]).sort();

const namespaces = Object.keys(files)
  .filter((path) => path.includes("/en/"))
  .map((path) => path.split("/").at(-1) as string);

it.each(
  namespaces.flatMap((namespace) =>
    languages.filter((language) => language !== "en").map((language) => [namespace, language]),
  ),
)("%s in %s has the keys and values of English", (namespace, language) => {
  const english = flatten(files[`../locales/en/${namespace}`] ?? {});
  const translated = flatten(files[`../locales/${language}/${namespace}`] ?? {});
  expect([...translated.keys()].sort()).toEqual([...english.keys()].sort());
  for (const [key, text] of translated) {
    expect(text.trim(), key).not.toBe("");
    expect(placeholders(text), key).toEqual(placeholders(english.get(key) ?? ""));
  }
});

it("has no translation without an English original", () => {
  const names = (path: string) => path.split("/").at(-1) as string;
  for (const path of Object.keys(files)) expect(namespaces, path).toContain(names(path));
});

/** A half-width mark beside a Chinese character, where full-width is correct. */
const HALF_WIDTH = /[\u4e00-\u9fff]\s*[,:;?!()]|[,:;?!()]\s*[\u4e00-\u9fff]/;

it("punctuates Chinese as Chinese", () => {
  for (const [path, keys] of Object.entries(files)) {
    if (!path.includes("/zh-")) continue;
    for (const [key, text] of flatten(keys)) expect(text, `${path} ${key}`).not.toMatch(HALF_WIDTH);
  }
});

/** The texts of a language, each with its file and key. */
const textsOf = (language: string) =>
  Object.entries(files)
    .filter(([path]) => path.includes(`/${language}/`))
    .flatMap(([path, keys]) =>
      [...flatten(keys)].map(([key, text]) => ({ at: `${path} ${key}`, text })),
    );

it("never names an instrument by its code alone", () => {
  for (const { at, text } of [...textsOf("en"), ...textsOf("zh-Hans"), ...textsOf("zh-Hant")]) {
    if (text.includes("{{code}}")) expect(text, at).toContain("{{name}}");
  }
});

/** A noun or a counter after a quantity. */
const COUNTED = /}}\s*(股|手|张|張|枚|shares?\b|contracts?\b)/;
/** The texts of nouns; those of lots; and those of what only shares have. */
const OWN = [
  /orders\.json (count|measure)\./,
  /chart\.json volumeIn_/,
  /orders\.json lots\.count_|rules\.json .*greatestLots/,
  /events\.json|offers\.json/,
];

it("leaves the noun of a quantity to its product", () => {
  for (const { at, text } of [...textsOf("en"), ...textsOf("zh-Hans"), ...textsOf("zh-Hant")]) {
    if (!OWN.some((own) => own.test(at))) expect(text, at).not.toMatch(COUNTED);
  }
});
