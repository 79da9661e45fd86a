// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { initialLanguage } from "@/i18n/languages";
import { takeFirstReply } from "@/platform/firstReplies";

const read = (path: string) => readFileSync(new URL(path, `file://${process.cwd()}/`), "utf8");
const script = read("first/first.js");
const root = document.documentElement;

/** The requests to the server. */
let asked: Request[];
const answers = () =>
  asked.map(({ method, url }) => `${method} ${url.replace(location.origin, "")}`);

/** Runs the page's first script as a browser does, in the initial page of index.html. */
function begin(): HTMLElement {
  for (const { name } of [...root.attributes]) root.removeAttribute(name);
  document.head.innerHTML = "";
  document.body.innerHTML =
    '<div id="root"><div id="frame"></div><main id="unstarted" hidden></main></div>';
  new Function(script)();
  return document.getElementById("unstarted") as HTMLElement;
}

beforeEach(() => {
  localStorage.clear();
  location.hash = "";
  asked = [];
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    asked.push(new Request(new URL(path, location.origin), init));
    return new Response(JSON.stringify({ data: { mode: "paper" } }));
  });
  return () => vi.unstubAllGlobals();
});

describe("the page's first script", () => {
  it.each([
    ["dark", false, "dark"],
    ["light", true, "light"],
    ["system", true, "dark"],
    ["system", false, "light"],
    [null, true, "dark"],
    [null, false, "light"],
  ] as const)("takes up the theme %s, where the system is dark: %s", (stored, matches, theme) => {
    if (stored !== null) localStorage.setItem("theme", stored);
    vi.stubGlobal("matchMedia", () => ({ matches }));
    begin();
    expect(root.dataset.theme).toBe(theme);
  });

  it.each([
    [null, ["zh-HK", "en"]],
    [null, ["zh-TW"]],
    [null, ["zh-Hant-MO"]],
    [null, ["zh-CN"]],
    [null, ["zh"]],
    [null, ["fr", "de-DE", "en-GB", "zh"]],
    [null, ["fr"]],
    [null, []],
    ["zh-Hant", ["en"]],
    ["klingon", ["zh-Hans-SG"]],
  ])("speaks the language of the app: chosen %s, preferred %s", (stored, preferred) => {
    if (stored !== null) localStorage.setItem("language", stored);
    vi.spyOn(navigator, "languages", "get").mockReturnValue(preferred);
    begin();
    expect(root.lang).toBe(initialLanguage(stored, preferred));
  });

  it.each([
    ["", "home", "home"],
    ["#/", "home", "home"],
    ["#/pages/home/index", "home", "home"],
    ["#/pages/market/index?list=gainers", "tab", "market"],
    ["#/pages/quote/stock?code=AAPL", "other", undefined],
  ])("knows the screen at %s", (hash, screen, tab) => {
    location.hash = hash;
    begin();
    expect([root.dataset.screen, root.dataset.tab]).toEqual([screen, tab]);
  });

  it("says that the app did not start where its script does not load", () => {
    const page = begin();
    expect(page.hidden).toBe(true);
    const entry = document.body.appendChild(document.createElement("script"));
    entry.dispatchEvent(new Event("error"));
    expect(page.hidden).toBe(false);
    expect(document.getElementById("frame")?.hidden).toBe(true);
  });

  it("says so where the app fails as it starts", () => {
    const page = begin();
    window.dispatchEvent(new Event("unhandledrejection"));
    expect(page.hidden).toBe(false);
  });

  it("does not say so for a file that the app can do without, or that it loads again", () => {
    const page = begin();
    document.head.appendChild(document.createElement("link")).dispatchEvent(new Event("error"));
    expect(page.hidden).toBe(true);
  });
});

describe("what the first script asks for", () => {
  const LISTS = ["GET /market/list?market=Index&pageSize=50", "GET /m_ft/home_custom_list"];
  const FACTS = "GET /appVersion/getPublishAppVersion";
  const asks = (token?: string, language = "en") =>
    new Request(new URL("/m_ft/home_custom_list", location.origin), {
      headers: {
        "Accept-Language": language,
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
    });

  it("is what the home page shows: the assets for a customer only, and nothing of it elsewhere", () => {
    begin();
    expect(answers()).toEqual([FACTS, ...LISTS]);
    asked = [];
    location.hash = "#/pages/market/index";
    begin();
    expect(answers()).toEqual([FACTS]);
    asked = [];
    location.hash = "";
    localStorage.setItem("token", "t1");
    begin();
    expect(answers()).toEqual([FACTS, ...LISTS, "POST /userCenter/getFundingOverview"]);
    expect(asked.every(({ headers }) => headers.get("Authorization") === "Bearer t1")).toBe(true);
    expect(root.dataset.who).toBe("customer");
  });

  it("tells the frame whether the money is real", async () => {
    begin();
    await vi.waitFor(() => expect(root.dataset.mode).toBe("paper"));
  });

  it("is not waited for where the server says it with the page", () => {
    const said = { serverTiming: [{ name: "mode", description: "live", duration: 0 }] };
    vi.spyOn(performance, "getEntriesByType").mockReturnValue([said as never]);
    begin();
    expect(root.dataset.mode).toBe("live");
  });

  it("is handed on once, to who speaks the same language and shows the same token", async () => {
    localStorage.setItem("token", "t1");
    begin();
    expect(takeFirstReply(asks())).toBeUndefined();
    expect(takeFirstReply(asks("t2"))).toBeUndefined();
    expect(takeFirstReply(asks("t1", "zh-Hans"))).toBeUndefined();
    const reply = await takeFirstReply(asks("t1"));
    expect(await reply?.json()).toEqual({ data: { mode: "paper" } });
    expect(takeFirstReply(asks("t1"))).toBeUndefined();
  });

  it("grows old", () => {
    begin();
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10_001);
    expect(takeFirstReply(asks())).toBeUndefined();
  });

  it("leaves the window, which has its own ways, alone", () => {
    vi.stubGlobal("__TAURI_INTERNALS__", {});
    localStorage.setItem("token", "t1");
    begin();
    expect(asked).toEqual([]);
  });

  it("ends with the call that took it", async () => {
    vi.stubGlobal("fetch", () => new Promise(() => undefined));
    begin();
    const call = new AbortController();
    const reply = takeFirstReply(new Request(asks(), { signal: call.signal }));
    call.abort();
    await expect(reply).rejects.toMatchObject({ name: "AbortError" });
  });
});
