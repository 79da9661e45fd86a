/** Under this name the page remembers which release it has begun anew for. */
const BEGUN_FOR = "begunForRelease";

/** What a page runs: the bundler puts a hash of the content into the entry's name, so it stands for a release. */
const entryOf = (page: Document) =>
  page.querySelector("script[type=module][src]")?.getAttribute("src") ?? null;

/** The errors of files that did not load. React remembers them, so that only a new page tries again. */
const unloaded = new WeakSet<object>();

/** True where a screen could not be drawn because its code did not arrive. */
export const isUnloaded = (error: unknown) =>
  typeof error === "object" && error !== null && unloaded.has(error);

/** The entry that the server names now; null where it cannot be reached. */
async function newestEntry(): Promise<string | null> {
  try {
    const page = await (await fetch("/", { cache: "no-store" })).text();
    return entryOf(new DOMParser().parseFromString(page, "text/html"));
  } catch {
    return null;
  }
}

/** Notes a release, and says whether it is one that the page has not begun anew for yet. */
function noteRelease(entry: string): boolean {
  try {
    if (sessionStorage.getItem(BEGUN_FOR) === entry) return false;
    sessionStorage.setItem(BEGUN_FOR, entry);
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
  const running = entryOf(document);
  window.addEventListener("vite:preloadError", async ({ payload }) => {
    if (typeof payload === "object" && payload !== null) unloaded.add(payload);
    const newest = await newestEntry();
    if (newest && newest !== running && noteRelease(newest)) reload();
  });
}
