import "@/ui/styles.css";
import { fetchFirstTexts } from "@/i18n/texts";
import { loadPlatform } from "@/platform";

/**
 * The host first, since the rest asks it for what the customer chose before; then the texts, which are
 * on their way while the app is evaluated. The page has named the app's files for the browser already,
 * so they do not come later for being imported last.
 */
async function main(): Promise<void> {
  await loadPlatform();
  fetchFirstTexts();
  const { start } = await import("@/app/start");
  await start();
}

void main();
