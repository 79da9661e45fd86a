import i18next from "i18next";
import { platform } from "@/platform";
import { toast } from "@/ui/toast";

/** Under this name the page remembers which release it has begun anew for. */
const BEGUN_FOR = "begunForRelease";
/** Under this name the device remembers which release it ran last. */
const RAN_LAST = "release";
const WELCOME_MS = 4000;

/** What a page runs: the bundler puts a hash of the content into the names of its files, so they stand for a release. */
function releaseOf(page: Document): string | null {
  // The texts of the visitor's language are added to the head later, and tell no releases apart.
  const files = [...page.querySelectorAll("link[rel=modulepreload][crossorigin]")];
  return files.map((file) => file.getAttribute("href")).join(" ") || null;
}

const running = () => releaseOf(document);

/** The errors of files that did not load. React remembers them, so that only a new page tries again. */
const unloaded = new WeakSet<object>();

/** True where a screen could not be drawn because its code did not arrive. */
export const isUnloaded = (error: unknown) =>
  typeof error === "object" && error !== null && unloaded.has(error);

/** The release that the next start runs; null where that cannot be said. */
async function nextRelease(): Promise<string | null> {
  try {
    // Where the browser keeps the app (`sw.js`), it answers this as it will answer the start.
    const page = await (await fetch("/", { cache: "no-store" })).text();
    return releaseOf(new DOMParser().parseFromString(page, "text/html"));
  } catch {
    return null;
  }
}

/** Notes a release, and says whether it is one that the page has not begun anew for yet. */
function noteRelease(release: string): boolean {
  try {
    if (sessionStorage.getItem(BEGUN_FOR) === release) return false;
    sessionStorage.setItem(BEGUN_FOR, release);
    return true;
  } catch {
    // What cannot be remembered could be repeated for ever.
    return false;
  }
}

/**
 * A new release replaces the files of the one that runs here, and the next screen's code is gone. The page then
 * begins anew, at the address where it is, once for each release: where files are missing for another reason, the
 * screen says so and its "Try again" is up to the customer.
 */
export function followReleases(reload = () => location.reload()): void {
  const release = running();
  window.addEventListener("vite:preloadError", async ({ payload }) => {
    if (typeof payload === "object" && payload !== null) unloaded.add(payload);
    const next = await nextRelease();
    if (next && next !== release && noteRelease(next)) reload();
  });
}

/**
 * Lets the browser keep the app, so that it opens without a network. A start runs what is kept, and has the browser look
 * for a newer release, which the next start runs. Browsers do this on secure pages only; a window has its files itself.
 */
export function keepRelease(): void {
  if (!import.meta.env.PROD || platform.name !== "web" || !navigator.serviceWorker) return;
  const keep = () => navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  // The first screen comes first.
  if (document.readyState === "complete") void keep();
  else window.addEventListener("load", () => void keep(), { once: true });
}

/** Says so where this start is the first of a release, on a device that ran another one before. */
export function welcomeRelease(): void {
  const release = running();
  const ranLast = platform.storage.get(RAN_LAST);
  if (!release || ranLast === release) return;
  platform.storage.set(RAN_LAST, release);
  if (ranLast) toast(i18next.t("release.updated"), WELCOME_MS);
}
