import i18next from "i18next";
import { loadLanguage } from "@/i18n";
import { startLanguage } from "@/i18n/texts";

/**
 * Loads the texts as at the start of a visit. Each test file does so once, as the app does: a component waiting for an
 * earlier start would wait forever.
 */
export async function beginTexts(): Promise<void> {
  if (i18next.isInitialized) await i18next.changeLanguage(startLanguage());
  else await loadLanguage();
}
