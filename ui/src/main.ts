import "@/ui/styles.css";
import { followReleases } from "@/app/releases";
import { fetchFirstTexts } from "@/i18n/texts";
import { loadPlatform } from "@/platform";

/**
 * The host first, since the rest asks it for what the customer chose before; then the texts, which are
 * on their way while the app is evaluated. The page has named the app's files for the browser already,
 * so they do not come later for being imported last. Where this fails, `public/first.js` says so in the page.
 */
async function main(): Promise<void> {
  followReleases();
  await loadPlatform();
  fetchFirstTexts();
  const { start } = await import("@/app/start");
  await start();
}

void main();
