// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { installPlatform } from "@/test/platform";
import { toasts } from "@/ui/toast";
import { welcomeRelease } from "./newRelease";
import { followReleases, isUnloaded } from "./releases";

const scriptsOf = (entry: string) =>
  `<link rel="modulepreload" crossorigin href="/assets/foundation.js"><link rel="modulepreload" crossorigin href="${entry}">`;
const pageOf = (entry: string) => `<!doctype html><script>begin()</script>${scriptsOf(entry)}`;

const reload = vi.fn();
/** The page that the server returns; null while it cannot be reached. */
let served: string | null;

function miss(payload: unknown = new TypeError("Failed to fetch dynamically imported module")) {
  window.dispatchEvent(Object.assign(new Event("vite:preloadError"), { payload }));
  return payload;
}

/** Waits until the handling of a missing file is done. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

document.head.innerHTML = scriptsOf("/assets/index-OLD.js");
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

it("says once that a release is new, and nothing on a device that never ran another", () => {
  installPlatform();
  const said = () => {
    toasts.set([]);
    welcomeRelease();
    return toasts.get().length;
  };
  expect([said(), said()]).toEqual([0, 0]);
  const preloaded = scriptsOf("/assets/later-NEW.js");
  document.head.insertAdjacentHTML("beforeend", preloaded);
  expect([said(), said()]).toEqual([0, 0]);
  document.head.innerHTML = scriptsOf("/assets/index-NEW.js");
  followReleases(reload);
  expect([said(), said()]).toEqual([1, 0]);
});
