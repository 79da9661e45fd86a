import i18next from "i18next";
import { loadLanguage } from "@/i18n";
import { startLanguage } from "@/i18n/texts";

/** The texts as a visit begins with them. A file's tests begin once, as the app does: what still waits for the texts of an earlier beginning would wait for ever. */
export async function beginTexts(): Promise<void> {
  if (i18next.isInitialized) await i18next.changeLanguage(startLanguage());
  else await loadLanguage();
}
