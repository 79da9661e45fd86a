import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

/** The server's inbox texts, by the reason's word. */
function told(language: string): Map<string, string> {
  const reasons = read("../../../server/words.toml").matchAll(/^\[reason_(\w+)\]\n((?:.+\n)+)/gm);
  const line = new RegExp(`^${language} = "(.*)"$`, "m");
  return new Map(
    [...reasons].map(([, word = "", lines = ""]) => [word, line.exec(lines)?.[1] ?? ""]),
  );
}

test.each(["en", "zh-Hans", "zh-Hant"])(
  "a reason reads on its page as in the inbox: %s",
  (language) => {
    const sentences = told(language);
    const page = (file: string) => JSON.parse(read(`../locales/${language}/${file}.json`));
    const shown: [string, string][] = [
      ...Object.entries<string>(page("kyc").reason),
      ...Object.entries<string>(page("deposits").reasons),
      ...Object.entries<string>(page("withdrawals").reason),
    ].filter(([word]) => sentences.has(word));
    expect(shown.length).toBeGreaterThanOrEqual(23);
    expect(shown).toEqual(shown.map(([word]) => [word, sentences.get(word)]));
  },
);
