import type { input, output } from "zod/mini";
import { fundsScreens } from "./screens/funds.ts";
import { identityScreens } from "./screens/identity.ts";
import { kycScreens } from "./screens/kyc.ts";
import { marketScreens } from "./screens/market.ts";
import { ordersScreens } from "./screens/orders.ts";
import { readingScreens } from "./screens/reading.ts";
import {
  type Asked,
  type Place,
  type Queries,
  type Row,
  type TabName,
  tabs,
} from "./screens/row.ts";
import { tabsScreens } from "./screens/tabs.ts";

export { type Place, places, type TabName, type Title, tabs } from "./screens/row.ts";

/**
 * Every screen, one row each in the file of its capability; its page stands under the same name in `app/pages.ts`.
 * Links are built from it by `to`, never by hand (docs/adding-a-screen.md). Node reads these files as they are, hence
 * the ends of their names.
 */
export const screens = {
  ...tabsScreens,
  ...marketScreens,
  ...ordersScreens,
  ...fundsScreens,
  ...identityScreens,
  ...kycScreens,
  ...readingScreens,
};

export type ScreenName = keyof typeof screens;

/** What is written into the address of a screen. */
type LinkOf<N extends ScreenName> =
  (typeof screens)[N] extends Asked<infer Q> ? input<Queries[Q]> : Record<string, never>;
/** What the page of a screen takes: what its `query` makes of an address. */
export type PropsOf<N extends ScreenName> =
  (typeof screens)[N] extends Asked<infer Q> ? output<Queries[Q]> : object;
type LinkArguments<N extends ScreenName> =
  LinkOf<N> extends Record<string, never>
    ? []
    : object extends LinkOf<N>
      ? [query?: LinkOf<N>]
      : [query: LinkOf<N>];

/** The address of a screen, for example `to("quoteStock", { code: "AAPL", … })`. What is undefined is left out. */
export function to<N extends ScreenName>(name: N, ...[query]: LinkArguments<N>): string {
  const values = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined) values.set(key, String(value));
  }
  const text = values.toString();
  return text ? `${screens[name].path}?${text}` : screens[name].path;
}

const byPath = new Map<string, ScreenName>([
  // The root is the home page too.
  ["", "home"],
  ...Object.entries(screens).map(([name, { path }]) => [path, name as ScreenName] as const),
]);

/** The screen at an address, or undefined where the address does not exist. What follows the path does not count. */
export function screenAt(address: string): ScreenName | undefined {
  const [path = ""] = address.split("?");
  return path.startsWith("/") ? byPath.get(path.replace(/\/+$/, "")) : undefined;
}

/** Where a screen stands in the workspace of a tab. */
export function placeOf(name: ScreenName | undefined, tab: TabName): Place {
  const place: Row["place"] = name ? screens[name].place : "main";
  return (typeof place === "object" ? place[tab] : place) ?? "context";
}

export function isTab(name: ScreenName | undefined): name is TabName {
  return tabs.includes(name as TabName);
}
