import { createContext, useContext } from "react";

/** An address of the app, which stands behind the page's `#`, with the data of its entry in the browser's history. */
export interface Location {
  pathname: string;
  search: string;
  state: unknown;
}

/** The data of an entry: its number among ours, its own name, and what was given to `navigate`. */
interface Entry {
  idx?: number;
  key?: string;
  usr?: unknown;
}

const entry = () => (window.history.state ?? {}) as Entry;

/** The number of our screens below this one in the browser's history. */
export const historyDepth = () => entry().idx ?? 0;

/** The name of the present entry: no two have one, not even of the same address. */
export const entryKey = () => entry().key ?? "first";

/** What was given to `navigate` with the present address. */
export const presentState = () => entry().usr ?? null;

/** The address that the browser shows. */
export const presentAddress = () => window.location.hash.slice(1);

export const hrefOf = (address: string) => `#${address}`;

/** The present place. An address that somebody typed may lack its slash. */
export function presentLocation(): Location {
  const [, path = "", search = ""] = /^([^?#]*)(\?[^#]*)?/.exec(presentAddress()) ?? [];
  const pathname = path.startsWith("/") ? path : `/${path}`;
  return { pathname, search, state: presentState() };
}

let moved = () => undefined as unknown;

/** Sets the listener for new addresses, those of the browser's own buttons included, until it is called. */
export function onMove(listener: () => void): () => void {
  moved = listener;
  window.addEventListener("popstate", listener);
  return () => {
    moved = () => undefined;
    window.removeEventListener("popstate", listener);
  };
}

/** Opens an address, on top of the present one or in its place; or goes back, if given a number below zero. */
export function navigate(
  to: string | number,
  { replace = false, state = null }: { replace?: boolean; state?: unknown } = {},
): void {
  if (typeof to === "number") {
    window.history.go(to);
    return;
  }
  const idx = historyDepth() + (replace ? 0 : 1);
  const next: Entry = { idx, key: Math.random().toString(36).slice(2, 10), usr: state };
  try {
    if (replace) window.history.replaceState(next, "", hrefOf(to));
    else window.history.pushState(next, "", hrefOf(to));
  } catch {
    // Safari refuses more than a hundred entries in half a minute; it follows a plain address all the same.
    window.location.assign(hrefOf(to));
    return;
  }
  moved();
}

export const LocationContext = createContext<Location>({ pathname: "/", search: "", state: null });

/** The address in the browser. A pane's own screen may have another (`ScreenContext`). */
export const useLocation = () => useContext(LocationContext);
