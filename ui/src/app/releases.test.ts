import { beforeEach, expect, it, vi } from "vitest";
import { followReleases, isUnloaded } from "./releases";

const pageOf = (entry: string) =>
  `<!doctype html><script src="/first.js"></script><script type="module" src="${entry}"></script>`;

const reload = vi.fn();
/** What the server has as its page; null while it cannot be reached. */
let served: string | null;

function miss(payload: unknown = new TypeError("Failed to fetch dynamically imported module")) {
  window.dispatchEvent(Object.assign(new Event("vite:preloadError"), { payload }));
  return payload;
}

/** Everything that a missing file sets going has run. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

document.head.innerHTML = '<script type="module" src="/assets/index-OLD.js"></script>';
followReleases(reload);

beforeEach(() => {
  sessionStorage.clear();
  reload.mockReset();
  vi.stubGlobal("fetch", async () => {
    if (served === null) throw new TypeError("Failed to fetch");
    return new Response(served);
  });
  return () => vi.unstubAllGlobals();
});

it("begins anew once where a newer release took the files away, however often they are missed", async () => {
  served = pageOf("/assets/index-NEW.js");
  miss();
  await settled();
  expect(reload).toHaveBeenCalledOnce();
  miss();
  miss();
  await settled();
  expect(reload).toHaveBeenCalledOnce();
  served = pageOf("/assets/index-NEWER.js");
  miss();
  await settled();
  expect(reload).toHaveBeenCalledTimes(2);
});

it("stays where the release is the same, or nobody can say which one there is", async () => {
  for (const page of [pageOf("/assets/index-OLD.js"), null, "<html>Bad gateway</html>"]) {
    served = page;
    miss();
    await settled();
  }
  expect(reload).not.toHaveBeenCalled();
});

it("stays where it could not remember that it began anew", async () => {
  served = pageOf("/assets/index-NEW.js");
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("refused", "QuotaExceededError");
  });
  miss();
  await settled();
  expect(reload).not.toHaveBeenCalled();
});

it("knows the errors of files that did not load", () => {
  served = null;
  expect(isUnloaded(miss())).toBe(true);
  expect(isUnloaded(new Error("drawn wrongly"))).toBe(false);
  expect(isUnloaded(null)).toBe(false);
});
