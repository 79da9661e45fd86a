// @vitest-environment jsdom
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { languages } from "@/i18n/languages";
import { screenAt } from "@/screens";

const fileOf = (path: string) => readFileSync(new URL(path, `file://${process.cwd()}/`));
const text = (path: string) => fileOf(path).toString("utf8");

const manifest = JSON.parse(text("public/manifest.webmanifest"));
const page = new DOMParser().parseFromString(text("index.html"), "text/html");
const content = (name: string) =>
  page.querySelector(`meta[name="${name}"]`)?.getAttribute("content");
const tokens = text("src/ui/tokens.css");

/** The size of a PNG, from its first chunk. */
function sizeOf(path: string): string {
  const png = fileOf(`public${path}`);
  expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

describe("the app can be installed", () => {
  it("by its manifest, which the page names", () => {
    expect(page.querySelector("link[rel=manifest]")?.getAttribute("href")).toBe(
      "/manifest.webmanifest",
    );
    const { name, display, start_url, scope } = manifest;
    expect({ name, display, start_url, scope }).toEqual({
      name: content("apple-mobile-web-app-title"),
      display: "standalone",
      start_url: "/",
      scope: "/",
    });
  });

  it("in the colours of the page", () => {
    const ground = /--bg: (#\w+)/.exec(tokens)?.[1]?.toUpperCase();
    expect([manifest.theme_color, manifest.background_color]).toEqual([ground, ground]);
    const light = page.querySelector('meta[name="theme-color"][media*="light"]');
    expect(light?.getAttribute("content")).toBe(ground);
  });

  it("with icons of the sizes that they are said to have", () => {
    const drawn = manifest.icons.filter(({ type }: { type: string }) => type === "image/png");
    for (const { src, sizes } of drawn) expect(sizeOf(src)).toBe(sizes);
    const named = drawn.map(({ sizes, purpose = "any" }: Record<string, string>) => [
      sizes,
      purpose,
    ]);
    expect(named).toEqual([
      ["192x192", "any"],
      ["512x512", "any"],
      ["512x512", "maskable"],
    ]);
    const apple = page.querySelector("link[rel=apple-touch-icon]")?.getAttribute("href");
    expect(sizeOf(apple ?? "")).toBe("180x180");
  });

  it("with shortcuts to screens that exist, under their names", () => {
    const common = JSON.parse(text("src/locales/en/common.json"));
    const targets = manifest.shortcuts.map(({ url, name }: { url: string; name: string }) => {
      const screen = screenAt(new URL(url, "https://plumb.example").hash.slice(1));
      expect(name).toBe(common.tab[screen ?? ""]);
      return screen;
    });
    expect(targets).toEqual(["market", "trade", "watchlist"]);
  });

  it("on iOS: full screen, with a status bar of its own and room around the notch", () => {
    expect(content("apple-mobile-web-app-capable")).toBe("yes");
    expect(content("apple-mobile-web-app-status-bar-style")).toBe("default");
    expect(content("viewport")).toContain("viewport-fit=cover");
  });
});

it("the frame knows every language", () => {
  const styles = text("first/frame.css");
  for (const language of languages)
    expect(styles).toContain(`#unstarted) [lang]:not([lang="${language}"])`);
  expect(readdirSync("src/locales").sort()).toEqual([...languages].sort());
});
