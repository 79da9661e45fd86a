import translations from "./engine";
import { type Language, languages } from "./languages";
import { FIRST_NAMESPACES, keepLanguage, loadTexts, startLanguage } from "./texts";

export { type Language, languageNames, languages } from "./languages";

/** Starts the translations in the customer's chosen language, or the system's. */
export async function loadLanguage(): Promise<void> {
  const show = () => {
    document.documentElement.lang = translations.language;
  };
  translations.subscribe(show);
  await translations.begin(startLanguage(), FIRST_NAMESPACES, loadTexts);
}

/** Calls back when the customer has changed the language, until the returned function is called. */
export function onLanguageChange(listener: () => void): () => void {
  let { language } = translations;
  return translations.subscribe(() => {
    if (translations.language === language) return;
    language = translations.language;
    listener();
  });
}

/** The language of the texts; before they are loaded, the one to be loaded. */
export const currentLanguage = (): Language =>
  languages.find((language) => language === translations.language) ?? startLanguage();

export async function changeLanguage(language: Language): Promise<void> {
  keepLanguage(language);
  await translations.changeLanguage(language);
}
