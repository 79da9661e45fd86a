import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { type Texts, Translations } from "./engine";
import { languages } from "./languages";

// The package itself: in the app its name stands for our own (`vite.config.ts`).
const { createInstance } = createRequire(import.meta.url)("i18next") as typeof import("i18next");

const files = import.meta.glob<Texts>("../locales/*/*.json", { import: "default", eager: true });
const namespaces = [
  ...new Set(Object.keys(files).map((path) => /(\w+)\.json$/.exec(path)?.[1] ?? "")),
];
const textsOf = (language: string, namespace: string) =>
  files[`../locales/${language}/${namespace}.json`] as Texts;

/** Each key with its text. */
function flatten(texts: Texts, prefix = ""): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === "string"
      ? [[prefix + name, value] as [string, string]]
      : flatten(value, `${prefix + name}.`),
  );
}

async function both(language: string) {
  const reference = createInstance();
  const resources = Object.fromEntries(namespaces.map((one) => [one, textsOf(language, one)]));
  await reference.init({
    lng: language,
    fallbackLng: false,
    ns: namespaces,
    defaultNS: "common",
    resources: { [language]: resources },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  const ours = new Translations();
  await ours.begin(language, ["common", ...namespaces], async (of, one) => textsOf(of, one));
  type T = (keys: string | string[], options?: object) => string;
  return { ours, reference: { t: reference.t as unknown as T, of: reference } };
}

it.each(languages)(
  "writes every text of %s as i18next does, in every variant",
  async (language) => {
    const { ours, reference } = await both(language);
    const different: unknown[] = [];
    let compared = 0;
    for (const namespace of namespaces) {
      for (const [key, text] of flatten(textsOf(language, namespace))) {
        // A key without its last words is a key with a context, with a number, or with both.
        const [base = "", ...words] = key.split("_");
        const values = Object.fromEntries(
          [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => [name, `${name} of {{x}} & <b>`]),
        );
        const contexts = words.map((_, index) => words.slice(0, index + 1).join("_"));
        for (const asked of [key, base]) {
          for (const context of [undefined, "", "unknown", ...contexts]) {
            for (const count of [undefined, 0, 1, 2, 1.5]) {
              const options = { ...values, context, ...(count === undefined ? {} : { count }) };
              const name = `${namespace}:${asked}`;
              const texts = [ours.t(name, options), reference.t(name, options)];
              if (texts[0] !== texts[1]) different.push([name, options, ...texts]);
              compared += 1;
            }
          }
        }
      }
    }
    expect(different).toEqual([]);
    expect(compared).toBeGreaterThan(10_000);
  },
);

it("takes keys, values and their absence as i18next does", async () => {
  const { ours, reference } = await both("en");
  const asked: [string | string[], Record<string, unknown>?][] = [
    ["nothing.of.that"],
    ["orders:nothing.of.that"],
    [["orders:nothing", "common:error.network"]],
    [["nothing", "orders:neither"]],
    ["nothing", { defaultValue: "{{count}} of it", count: 2 }],
    ["instrument", { replace: { name: "Apple", code: null }, name: "no" }],
    ["instrument", { name: undefined, code: 5 }],
    ["list.empty", { ns: "orders" }],
  ];
  for (const [keys, options] of asked) {
    expect(ours.t(keys, options), String(keys)).toBe(reference.t(keys, options));
  }
  expect(ours.getFixedT(null, ["orders", "market"])("list.empty")).toBe(
    (reference.of.getFixedT(null, "orders") as (key: string) => string)("list.empty"),
  );
  expect([ours.exists("orders:fee.sec"), ours.exists("orders:fee.none")]).toEqual([true, false]);
});

it("shows a language when all that is in use is loaded in it, and asks again for what failed", async () => {
  const ours = new Translations();
  const asked: string[] = [];
  let works = false;
  await ours.begin("en", ["common"], async (language, namespace) => {
    asked.push(`${language} ${namespace}`);
    if (namespace === "orders" && !works) throw new Error("no such file");
    return { word: `${language} ${namespace}` };
  });
  await expect(ours.loadNamespaces("orders")).rejects.toThrow("no such file");
  expect([ours.has("orders"), ours.errorOf("orders")]).toEqual([false, new Error("no such file")]);
  await expect(ours.changeLanguage("zh-Hans")).rejects.toThrow("no such file");
  expect(ours.t("word")).toBe("en common");
  works = true;
  await Promise.all([ours.loadNamespaces("orders"), ours.load("orders")]);
  expect(asked.filter((one) => one === "en orders")).toHaveLength(2);
  expect([ours.has("orders"), ours.errorOf("orders")]).toEqual([true, undefined]);
  await ours.changeLanguage("zh-Hans");
  expect(ours.t("orders:word")).toBe("zh-Hans orders");
});
