import { platform } from "@/platform";
import { leaveForFirstScript } from "@/platform/firstScript";
import { initialLanguage, type Language } from "./languages";

const LANGUAGE_KEY = "language";
const files = import.meta.glob<Record<string, string>>("../locales/*/*.json", {
  import: "default",
});

/** What the first route reads: one file a language (`vite.config.ts`), which the page asks for before the app does. */
export const FIRST_NAMESPACES = ["common", "home", "market"];

/** The language that the customer chose, or that the host speaks. */
export const startLanguage = () =>
  initialLanguage(platform.storage.get(LANGUAGE_KEY), navigator.languages);

export function keepLanguage(language: Language): void {
  platform.storage.set(LANGUAGE_KEY, language);
  leaveForFirstScript(LANGUAGE_KEY, language);
}

/** The texts of a namespace. Asking again costs nothing. */
export function loadTexts(language: string, namespace: string): Promise<Record<string, string>> {
  const load = files[`../locales/${language}/${namespace}.json`];
  return load ? load() : Promise.reject(new Error(`no ${namespace} in ${language}`));
}
