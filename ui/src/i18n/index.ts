import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { platform } from "@/platform";
import { initialLanguage, type Language, languages } from "./languages";

export { type Language, languageNames, languages } from "./languages";

const LANGUAGE_KEY = "language";
const files = import.meta.glob<Record<string, unknown>>("../locales/*/*.json", {
  import: "default",
});

/** Loads a namespace of a language when a screen first asks for it. */
const lazyLocales: BackendModule = {
  type: "backend",
  init: () => undefined,
  read(language, namespace, done) {
    const load = files[`../locales/${language}/${namespace}.json`];
    if (!load) return done(new Error(`no ${namespace} in ${language}`), null);
    load().then(
      (keys) => done(null, keys as Record<string, string>),
      (error) => done(error, null),
    );
  },
};

/** Starts the translations in the language that the customer chose, or that the host speaks. */
export async function loadLanguage(): Promise<void> {
  const language = initialLanguage(platform.storage.get(LANGUAGE_KEY), navigator.languages);
  i18next.on("languageChanged", (next) => {
    document.documentElement.lang = next;
  });
  await i18next
    .use(lazyLocales)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: "en",
      supportedLngs: languages,
      load: "currentOnly",
      ns: ["common"],
      defaultNS: "common",
      interpolation: { escapeValue: false },
      returnNull: false,
    });
}

export const currentLanguage = () => i18next.language as Language;

export async function changeLanguage(language: Language): Promise<void> {
  platform.storage.set(LANGUAGE_KEY, language);
  await i18next.changeLanguage(language);
}
