import { platform } from "@/platform";
import { initialLanguage, type Language } from "./languages";

const LANGUAGE_KEY = "language";
const files = import.meta.glob<Record<string, string>>("../locales/*/*.json", {
  import: "default",
});

/** What the first route reads. Loaded before it is drawn, so that it is drawn at once. */
export const FIRST_NAMESPACES = ["common", "home", "market"];

/** The language that the customer chose, or that the host speaks. */
export const startLanguage = () =>
  initialLanguage(platform.storage.get(LANGUAGE_KEY), navigator.languages);

export const keepLanguage = (language: Language) => platform.storage.set(LANGUAGE_KEY, language);

/** The texts of a namespace. Asking again costs nothing. */
export function loadTexts(language: string, namespace: string): Promise<Record<string, string>> {
  const load = files[`../locales/${language}/${namespace}.json`];
  return load ? load() : Promise.reject(new Error(`no ${namespace} in ${language}`));
}

/** Asks for the first route's texts while the code that shows them is still on its way. */
export function fetchFirstTexts(): void {
  const language = startLanguage();
  for (const namespace of FIRST_NAMESPACES) loadTexts(language, namespace).catch(() => undefined);
}
