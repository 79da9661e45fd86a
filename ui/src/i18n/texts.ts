import { platform } from "@/platform";
import { leaveForFirstScript } from "@/platform/firstScript";
import { initialLanguage, type Language } from "./languages";

const LANGUAGE_KEY = "language";

/**
 * The namespaces of the first route: one file per language (`vite.config.ts`), which the page requests before the app.
 */
export const FIRST_NAMESPACES = ["common", "home", "market"];
const first = import.meta.glob<Record<string, string>>("../locales/*/{common,home,market}.json", {
  import: "default",
});

/** The customer's chosen language, or the system's. */
export const startLanguage = () =>
  initialLanguage(platform.storage.get(LANGUAGE_KEY), navigator.languages);

export function keepLanguage(language: Language): void {
  platform.storage.set(LANGUAGE_KEY, language);
  leaveForFirstScript(LANGUAGE_KEY, language);
}

/** The texts of a namespace. Repeated calls are cached. */
export async function loadTexts(
  language: string,
  namespace: string,
): Promise<Record<string, string>> {
  const name = `../locales/${language}/${namespace}.json`;
  // The list of all other files is long, and no first screen needs it.
  const load = first[name] ?? (await import("./laterTexts")).files[name];
  if (!load) throw new Error(`no ${namespace} in ${language}`);
  return load();
}
