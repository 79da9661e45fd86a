import { platform } from "@/platform";
import { leaveForFirstScript } from "@/platform/firstScript";
import { createStore, useStore } from "@/store";

export type Theme = "light" | "dark" | "system";
/** The colour of a rise; red is the custom of 红涨绿跌. */
export type RiseColor = "green" | "red";

const THEME_KEY = "theme";
const RISE_KEY = "riseColor";

const theme = createStore<Theme>("system");
/** Null until the customer has chosen. */
const riseChosen = createStore<RiseColor | null>(null);
const riseColor = createStore<RiseColor>("green");

/**
 * The default before the customer chooses: red in Chinese, as on the mainland and in Taiwan, but green if the device's
 * region is Hong Kong or Macau, whose boards show a rise in green.
 */
export function usualRiseColor(language: string, regions: readonly string[]): RiseColor {
  if (!language.startsWith("zh")) return "green";
  const first = regions.find((tag) => /^zh\b/i.test(tag)) ?? "";
  return /-(hk|mo)\b/i.test(first) ? "green" : "red";
}

/** Applies the customer's choice, else the default of the language. */
function followLanguage(): void {
  const usual = usualRiseColor(document.documentElement.lang, navigator.languages);
  riseColor.set(riseChosen.get() ?? usual);
}
/** Increases when the colours on the screen change, for canvases that must redraw. */
const colorRevision = createStore(0);

const prefersDark = () => window.matchMedia("(prefers-color-scheme: dark)");

/** Disables transitions for a moment, which would show colours of both themes: see `data-at-once` in the styles. */
function changeAtOnce(root: HTMLElement): void {
  root.dataset.atOnce = "";
  setTimeout(() => delete root.dataset.atOnce, 50);
}

function apply(): void {
  const root = document.documentElement;
  const dark = theme.get() === "system" ? prefersDark().matches : theme.get() === "dark";
  changeAtOnce(root);
  root.dataset.theme = dark ? "dark" : "light";
  root.dataset.rise = riseColor.get();
  // The system's bars around an installed app follow the theme too.
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    meta.content = tokenColor("bg");
  }
  colorRevision.set(colorRevision.get() + 1);
}

/** Loads the customer's choice, or the system's. Call it before the first paint. */
export function loadTheme(): void {
  const stored = platform.storage.get(THEME_KEY);
  if (stored === "light" || stored === "dark") theme.set(stored);
  const rise = platform.storage.get(RISE_KEY);
  if (rise === "red" || rise === "green") riseChosen.set(rise);
  followLanguage();
  new MutationObserver(() => {
    followLanguage();
    apply();
  }).observe(document.documentElement, { attributeFilter: ["lang"] });
  prefersDark().addEventListener("change", apply);
  leaveForFirstScript(THEME_KEY, theme.get());
  apply();
}

export function setTheme(next: Theme): void {
  platform.storage.set(THEME_KEY, next);
  theme.set(next);
  leaveForFirstScript(THEME_KEY, theme.get());
  apply();
}

export function setRiseColor(next: RiseColor): void {
  platform.storage.set(RISE_KEY, next);
  riseChosen.set(next);
  riseColor.set(next);
  apply();
}

export const useTheme = () => useStore(theme);
export const useRiseColor = () => useStore(riseColor);
/** True once the customer has chosen the colour of a rise. */
export const useIsRiseChosen = () => useStore(riseChosen) !== null;
export const useColorRevision = () => useStore(colorRevision);

/** A token's present colour, for what is drawn on a canvas. */
export function tokenColor(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim();
}
