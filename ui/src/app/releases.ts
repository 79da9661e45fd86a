/** Session storage key of the release for which this page has reloaded. */
const BEGUN_FOR = "begunForRelease";
/** The release of a page, identified by its file names, which contain hashes of their content. */
function releaseOf(page: Document): string | null {
  // The texts of the visitor's language are added to the head later, and are the same for many releases.
  const files = [...page.querySelectorAll("link[rel=modulepreload][crossorigin]")];
  return files.map((file) => file.getAttribute("href")).join(" ") || null;
}

let running: string | null = null;

/** The release of this page. The files that it named before any of its code preloaded others tell it. */
export const runningRelease = () => running;

/** The errors of files that did not load. React caches them, so only a new page tries again. */
const unloaded = new WeakSet<object>();

/** True if a screen could not be drawn because its code did not load. */
export const isUnloaded = (error: unknown) =>
  typeof error === "object" && error !== null && unloaded.has(error);

/** The release that the next start will run; null if unknown. */
async function nextRelease(): Promise<string | null> {
  try {
    // If the browser caches the app (`sw.js`), this gets the page that the next start will get.
    const page = await (await fetch("/", { cache: "no-store" })).text();
    return releaseOf(new DOMParser().parseFromString(page, "text/html"));
  } catch {
    return null;
  }
}

/** Stores a release; returns true if this page has not reloaded for it yet. */
function noteRelease(release: string): boolean {
  try {
    if (sessionStorage.getItem(BEGUN_FOR) === release) return false;
    sessionStorage.setItem(BEGUN_FOR, release);
    return true;
  } catch {
    // Without storage the page could reload forever.
    return false;
  }
}

/**
 * Reloads for a new release, which replaces the files of the running one, so that code of further screens is gone. The
 * page reloads at its address, once for each release: if files are missing for another reason, the screen shows the
 * error with a "Try again" button.
 */
export function followReleases(reload = () => location.reload()): void {
  const release = releaseOf(document);
  running = release;
  window.addEventListener("vite:preloadError", async ({ payload }) => {
    if (typeof payload === "object" && payload !== null) unloaded.add(payload);
    const next = await nextRelease();
    if (next && next !== release && noteRelease(next)) reload();
  });
}
