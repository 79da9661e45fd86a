// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { createWebPlatform } from "./web";

const sent: (string | null)[] = [];

/** Changes the token as another tab does, with the browser's event in this one. */
function elsewhere(token: string | null, event: Event = new StorageEvent("storage")): void {
  if (token === null) localStorage.removeItem("token");
  else localStorage.setItem("token", token);
  (event.type === "visibilitychange" ? document : window).dispatchEvent(event);
}

const call = (host = createWebPlatform()) => host.send(new Request("http://localhost/orders"));

/** A full disk: existing entries stay, and can be removed. */
const fullDisk = () =>
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });

beforeEach(() => {
  localStorage.clear();
  sent.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    sent.push(request.headers.get("Authorization"));
    return new Response();
  });
  return () => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  };
});

it("sends its own token until it goes by the one of another tab", async () => {
  const host = createWebPlatform();
  await host.session.keep("first");
  const changed = vi.fn();
  host.session.onChange(changed);
  localStorage.setItem("token", "second");
  await call(host);
  elsewhere("second");
  await call(host);
  expect(sent).toEqual(["Bearer first", "Bearer second"]);
  expect(changed).toHaveBeenCalledOnce();
});

it.each(["storage", "pageshow", "visibilitychange"])(
  "notices at %s that another tab logged out",
  (type) => {
    localStorage.setItem("token", "first");
    const host = createWebPlatform();
    const changed = vi.fn();
    const stop = host.session.onChange(changed);
    elsewhere("first", new Event(type));
    expect(changed).not.toHaveBeenCalled();
    elsewhere(null, new Event(type));
    expect(changed).toHaveBeenCalledOnce();
    expect(host.session.exists()).toBe(false);
    stop();
    elsewhere("again", new Event(type));
    expect(changed).toHaveBeenCalledOnce();
  },
);

it("ends its own session and leaves another's", async () => {
  const host = createWebPlatform();
  await host.session.keep("first");
  localStorage.setItem("token", "second");
  await host.session.clear();
  expect(localStorage.getItem("token")).toBe("second");
  await call(host);
  expect(sent).toEqual([null]);
});

it("reads what it wrote last where a full disk kept what was there before", () => {
  const { storage } = createWebPlatform();
  storage.set("theme", "dark");
  const disk = fullDisk();
  storage.set("theme", "light");
  storage.set("language", "en");
  expect(storage.get("theme")).toBe("light");
  expect(storage.get("language")).toBe("en");
  disk.mockRestore();
  storage.set("theme", "dark");
  expect(storage.get("theme")).toBe("dark");
  storage.remove("theme");
  expect(storage.get("theme")).toBeNull();
});

it("goes by another tab where that wrote or removed something after its own disk was full", () => {
  const { storage } = createWebPlatform();
  storage.set("theme", "dark");
  const disk = fullDisk();
  storage.set("theme", "light");
  disk.mockRestore();
  localStorage.setItem("theme", "system");
  expect(storage.get("theme")).toBe("system");
  localStorage.removeItem("theme");
  expect(storage.get("theme")).toBeNull();
});

it("leaves pages to a tab of their own, and mailboxes and telephones to their programs", () => {
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  const host = createWebPlatform();
  for (const url of ["https://example.com/", "mailto:help@example.com"]) host.openUrl(url);
  expect(opened.mock.calls.map(([, target]) => target)).toEqual(["_blank", "_self"]);
});
