// @vitest-environment node
import { expect, it } from "vitest";
import { localeFiles, textsIn, writtenFiles } from "./texts";

it("src/locales has what texts say: `npm run texts --workspace ui` writes it", () => {
  const files = localeFiles();
  const written = writtenFiles();
  expect([...written.keys()].sort()).toEqual([...files.keys()].sort());
  for (const [path, text] of files) expect(written.get(path), path).toBe(text);
});

it("takes the texts of one language, nested as they are", () => {
  const all = {
    title: { en: "Order", "zh-Hans": "委托", "zh-Hant": "委託" },
    side: { buy: { en: "Buy", "zh-Hans": "买入", "zh-Hant": "買入" } },
  };
  expect(textsIn("zh-Hant", all, "a.json")).toEqual({ title: "委託", side: { buy: "買入" } });
});

it.each([
  ["a language is missing", { en: "Buy", "zh-Hant": "買入" }, "no text in zh-Hans"],
  ["a language is unknown", { en: "Buy", "zh-Hans": "买入", fr: "Achat" }, "fr is no language"],
  ["keys stand beside languages", { en: "Buy", "zh-Hans": "买入", limit: {} }, "limit is no"],
  ["a language has keys", { en: "Buy", "zh-Hans": { limit: "买入" } }, "no text in zh-Hans"],
  ["a text has no language", "Buy", "a text has its language beside it"],
])("names the key if %s", (_case, buy, problem) => {
  expect(() => textsIn("zh-Hans", { side: { buy } }, "a.json")).toThrow(
    `a.json side buy: ${problem}`,
  );
});
