import "@/ui/styles.css";
import "../first/frame.css";
import { followReleases } from "@/app/releases";
import { start } from "@/app/start";
import { loadPlatform } from "@/platform";

/**
 * The host first, since the rest asks it for what the customer chose before. Where this fails, the page's first script
 * (`first/first.js`) says so in the page.
 */
async function main(): Promise<void> {
  followReleases();
  await loadPlatform();
  await start();
}

void main();
