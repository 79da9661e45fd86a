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
 * Every screen, one row each in the file of its capability; its page has the same name in `app/pages.ts`. Links are
 * built by `to`, never by hand (docs/guides/screen.md). Node imports these files directly, hence their names'
 * endings.
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

/** The query values for the address of a screen. */
type LinkOf<N extends ScreenName> =
  (typeof screens)[N] extends Asked<infer Q> ? input<Queries[Q]> : Record<string, never>;
/** The props of a screen's page: the values that its `query` parses from an address. */
export type PropsOf<N extends ScreenName> =
  (typeof screens)[N] extends Asked<infer Q> ? output<Queries[Q]> : object;
type LinkArguments<N extends ScreenName> =
  LinkOf<N> extends Record<string, never>
    ? []
    : object extends LinkOf<N>
      ? [query?: LinkOf<N>]
      : [query: LinkOf<N>];

/** The address of a screen, for example `to("quoteStock", { code: "AAPL", … })`. Undefined values are left out. */
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

/** The screen at an address, or undefined if the address does not exist. The query is ignored. */
export function screenAt(address: string): ScreenName | undefined {
  const [path = ""] = address.split("?");
  return path.startsWith("/") ? byPath.get(path.replace(/\/+$/, "")) : undefined;
}

/** The workspace pane of a screen beside a tab. */
export function placeOf(name: ScreenName | undefined, tab: TabName): Place {
  const place: Row["place"] = name ? screens[name].place : "main";
  return (typeof place === "object" ? place[tab] : place) ?? "context";
}

export function isTab(name: ScreenName | undefined): name is TabName {
  return tabs.includes(name as TabName);
}
