import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";

const read = (path: string) => readFileSync(new URL(path, `file://${process.cwd()}/`), "utf8");
const script = read("public/first.js");

/** Runs the page's first script as a browser does, in a page as index.html begins it. */
function begin(): HTMLElement {
  document.documentElement.removeAttribute("data-theme");
  document.body.innerHTML = '<div id="root"><main id="unstarted" hidden></main></div>';
  new Function(script)();
  return document.getElementById("unstarted") as HTMLElement;
}

const themeBegunWith = (stored: string | null, systemIsDark: boolean) => {
  if (stored !== null) localStorage.setItem("theme", stored);
  vi.stubGlobal("matchMedia", () => ({ matches: systemIsDark }));
  begin();
  vi.unstubAllGlobals();
  return document.documentElement.dataset.theme;
};

beforeEach(() => localStorage.clear());

describe("the page's first script", () => {
  it("is named by the page before any style and any other script, as the content policy allows", () => {
    const page = read("index.html");
    expect(page.indexOf('<script src="/first.js">')).toBeGreaterThan(0);
    expect(page.indexOf('<script src="/first.js">')).toBeLessThan(page.indexOf("<style>"));
    expect(page.match(/<script(?![^>]*\bsrc=)/)).toBeNull();
  });

  it.each([
    ["dark", false, "dark"],
    ["light", true, "light"],
    ["system", true, "dark"],
    ["system", false, "light"],
    [null, true, "dark"],
    [null, false, "light"],
  ] as const)("takes up the choice %s, where the system is dark: %s", (stored, dark, theme) => {
    expect(themeBegunWith(stored, dark)).toBe(theme);
  });

  it("says that the app did not start where its script does not load", () => {
    const page = begin();
    expect(page.hidden).toBe(true);
    const entry = document.body.appendChild(document.createElement("script"));
    entry.dispatchEvent(new Event("error"));
    expect(page.hidden).toBe(false);
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
