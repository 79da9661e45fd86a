import i18next from "i18next";
import { platform } from "@/platform";
import { toast } from "@/ui/toast";
import { runningRelease } from "./releases";

/** Storage key of the release that this device ran last. */
const RAN_LAST = "release";
const WELCOME_MS = 4000;

/**
 * Lets the browser cache the app, so that it opens without a network. A start runs the cached release, and has the
 * browser look for a newer one, which the next start runs. Browsers do this on secure pages only; a native window has
 * its own files.
 */
export function keepRelease(): void {
  if (!import.meta.env.PROD || platform.name !== "web" || !navigator.serviceWorker) return;
  const keep = () => navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  // The first screen loads before this.
  if (document.readyState === "complete") void keep();
  else window.addEventListener("load", () => void keep(), { once: true });
}

/** Shows a toast at the first start of a new release, on a device that ran another one before. */
export function welcomeRelease(): void {
  const release = runningRelease();
  const ranLast = platform.storage.get(RAN_LAST);
  if (!release || ranLast === release) return;
  platform.storage.set(RAN_LAST, release);
  if (ranLast) toast(i18next.t("release.updated"), WELCOME_MS);
}
