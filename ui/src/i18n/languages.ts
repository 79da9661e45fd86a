export const languages = ["en", "zh-Hans", "zh-Hant"] as const;
export type Language = (typeof languages)[number];

/** The name of each language in itself, for the language menu. */
export const languageNames: Record<Language, string> = {
  en: "English",
  "zh-Hans": "简体中文",
  "zh-Hant": "繁體中文",
};

const TRADITIONAL = /^zh-(hant|tw|hk|mo)\b/i;

function matchLanguage(tag: string): Language | undefined {
  if (TRADITIONAL.test(tag)) return "zh-Hant";
  if (/^zh\b/i.test(tag)) return "zh-Hans";
  if (/^en\b/i.test(tag)) return "en";
  return undefined;
}

/** The customer's choice, else the system's first language with texts, else English. */
export function initialLanguage(stored: string | null, preferred: readonly string[]): Language {
  const chosen = languages.find((language) => language === stored);
  if (chosen) return chosen;
  for (const tag of preferred) {
    const match = matchLanguage(tag);
    if (match) return match;
  }
  return "en";
}
