import { useSyncExternalStore } from "react";

/** From 900 px on a tab and its opened screen are side by side, from 1280 px on a workspace has three panes. */
const QUERIES = { panes: "(min-width: 900px)", workspace: "(min-width: 1280px)" } as const;

export type Width = "phone" | keyof typeof QUERIES;

function subscribe(listener: () => void) {
  const queries = Object.values(QUERIES).map((query) => window.matchMedia(query));
  for (const query of queries) query.addEventListener("change", listener);
  return () => {
    for (const query of queries) query.removeEventListener("change", listener);
  };
}

function width(): Width {
  if (window.matchMedia(QUERIES.workspace).matches) return "workspace";
  return window.matchMedia(QUERIES.panes).matches ? "panes" : "phone";
}

/** The layout that fits the window. */
export const useWidth = () => useSyncExternalStore(subscribe, width);
