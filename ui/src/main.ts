import "@/ui/styles.css";
import "../first/frame.css";
import { followReleases } from "@/app/releases";
import { start } from "@/app/start";
import { loadPlatform } from "@/platform";

/**
 * Loads the platform first, since the rest reads the customer's settings from it. If this fails, the page's first
 * script (`first/first.js`) shows a message.
 */
async function main(): Promise<void> {
  followReleases();
  await loadPlatform();
  await start();
}

void main();
