// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import i18next from "i18next";
import { beforeAll, expect, it } from "vitest";
import { changeLanguage, languages } from "@/i18n";
import { installPlatform } from "@/test/platform";
import { beginTexts } from "@/test/texts";
import { industryName } from "./partName";

beforeAll(async () => {
  installPlatform();
  await beginTexts();
});

/** The fields of a line: those with commas are in quotes. */
const fieldsOf = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? "",
  );

/** The industries of the stocks in a file of the server's. */
function industriesIn(file: string): string[] {
  const [head = "", ...lines] = readFileSync(`../server/data/${file}`, "utf8").trim().split("\n");
  const column = fieldsOf(head).indexOf("industry");
  return [...new Set(lines.map((line) => fieldsOf(line)[column] ?? ""))].filter(Boolean);
}

it.each(["instruments.csv", "instruments_hk.csv", "new_stocks.csv"])(
  "names every industry of %s in every language",
  async (file) => {
    const industries = industriesIn(file);
    expect(industries.length).toBeGreaterThan(5);
    for (const language of languages) {
      await changeLanguage(language);
      await i18next.loadNamespaces("kinds");
      const t = i18next.getFixedT(null, "kinds");
      for (const industry of industries) {
        const name = industryName(t, industry);
        if (language === "en") expect(name).toBe(industry);
        else expect(name, `${industry} in ${language}`).toMatch(/^\p{Script=Han}+$/u);
      }
    }
  },
);

it("leaves an industry without a text as the server names it", () => {
  expect(industryName(i18next.getFixedT("zh-Hans", "kinds"), "Shipping")).toBe("Shipping");
});
