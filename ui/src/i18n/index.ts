import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { type Language, languages } from "./languages";
import { FIRST_NAMESPACES, keepLanguage, loadTexts, startLanguage } from "./texts";

export { type Language, languageNames, languages } from "./languages";

/** Loads a namespace of a language when a screen first uses it. */
const lazyLocales: BackendModule = {
  type: "backend",
  init: () => undefined,
  read(language, namespace, done) {
    loadTexts(language, namespace).then(
      (keys) => done(null, keys),
      (error) => done(error, null),
    );
  },
};

/** Starts the translations in the customer's chosen language, or the system's. */
export async function loadLanguage(): Promise<void> {
  i18next.on("languageChanged", (next) => {
    document.documentElement.lang = next;
  });
  await i18next
    .use(lazyLocales)
    .use(initReactI18next)
    .init({
      lng: startLanguage(),
      // Every language has every text (locales.test.ts), so a visitor loads one.
      fallbackLng: false,
      supportedLngs: languages,
      load: "currentOnly",
      ns: FIRST_NAMESPACES,
      defaultNS: "common",
      interpolation: { escapeValue: false },
      returnNull: false,
    });
}

/** Calls back when the customer has changed the language, until the returned function is called. */
export function onLanguageChange(listener: () => void): () => void {
  i18next.on("languageChanged", listener);
  return () => i18next.off("languageChanged", listener);
}

/** The language of the texts; before they are loaded, the one to be loaded. */
export const currentLanguage = () => (i18next.language as Language | undefined) ?? startLanguage();

export async function changeLanguage(language: Language): Promise<void> {
  keepLanguage(language);
  await i18next.changeLanguage(language);
}
