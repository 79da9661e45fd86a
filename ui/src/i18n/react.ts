import { useMemo, useSyncExternalStore } from "react";
import translations from "./engine";

/**
 * The texts of a namespace, or of several, whose first has the keys that name none. A component waits for them, unless
 * it asks not to and reads `ready`.
 */
export function useTranslation(
  namespaces: string | readonly string[] = [],
  { useSuspense = true }: { useSuspense?: boolean } = {},
) {
  const key = [namespaces].flat().join(" ");
  const needed = useMemo(() => (key === "" ? [] : key.split(" ")), [key]);
  const language = useSyncExternalStore(translations.subscribe, () => translations.language);
  const ready = useSyncExternalStore(translations.subscribe, () => needed.every(translations.has));
  if (!ready) {
    const error = needed.map(translations.errorOf).find((one) => one !== undefined);
    if (error !== undefined && useSuspense) throw error;
    const load = translations.loadNamespaces(needed);
    // React waits for a promise that is thrown. Its `use` would have to be called for what is loaded too.
    if (useSuspense) throw load;
    load.catch(() => undefined);
  }
  // Of a language, so that what is remembered of it is read again after a change.
  const t = useMemo(() => translations.getFixedT(language, needed), [language, needed]);
  return { t, i18n: translations, ready };
}
