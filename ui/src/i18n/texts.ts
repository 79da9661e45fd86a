import { platform } from "@/platform";
import { leaveForFirstScript } from "@/platform/firstScript";
import { initialLanguage, type Language } from "./languages";

const LANGUAGE_KEY = "language";

/** What the first route reads: one file a language (`vite.config.ts`), which the page asks for before the app does. */
export const FIRST_NAMESPACES = ["common", "home", "market"];
const first = import.meta.glob<Record<string, string>>("../locales/*/{common,home,market}.json", {
  import: "default",
});

/** The language that the customer chose, or that the host speaks. */
export const startLanguage = () =>
  initialLanguage(platform.storage.get(LANGUAGE_KEY), navigator.languages);

export function keepLanguage(language: Language): void {
  platform.storage.set(LANGUAGE_KEY, language);
  leaveForFirstScript(LANGUAGE_KEY, language);
}

/** The texts of a namespace. Asking again costs nothing. */
export async function loadTexts(
  language: string,
  namespace: string,
): Promise<Record<string, string>> {
  const name = `../locales/${language}/${namespace}.json`;
  // Where all others are is a long list, which no first screen needs.
  const load = first[name] ?? (await import("./laterTexts")).files[name];
  if (!load) throw new Error(`no ${namespace} in ${language}`);
  return load();
}
