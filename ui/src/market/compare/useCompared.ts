import { useContext, useState } from "react";
import type { Listing } from "@/api/market";
import { ScreenContext } from "@/navigation";
import { readCompared, withCompared, withoutCompared, writeCompared } from "./compared";

/**
 * Writes the compared instruments into the page's address, so that it can be shared. The page stays the same, so the
 * router is bypassed. A page in a pane beside the main one has no address of its own.
 */
function writeAddress(pathname: string, symbol: string, others: readonly Listing[]): void {
  const [path, search] = window.location.hash.slice(1).split("?");
  const query = new URLSearchParams(search);
  if (path !== pathname || query.get("code") !== symbol) return;
  if (others.length > 0) query.set("compare", writeCompared(others));
  else query.delete("compare");
  window.history.replaceState(window.history.state, "", `#${path}?${query}`);
}

/** The instruments compared with, while the page is open. */
export function useCompared(of: Listing, asked: string | undefined) {
  const { pathname } = useContext(ScreenContext);
  const [others, setOthers] = useState(() => readCompared(asked, of));
  const change = (next: Listing[]) => {
    setOthers(next);
    writeAddress(pathname, of.symbol, next);
  };
  return {
    others,
    add: (one: Listing) => change(withCompared(others, one, of)),
    remove: (one: Listing) => change(withoutCompared(others, one)),
  };
}
