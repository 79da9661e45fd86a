import { useContext, useState } from "react";
import type { Listing } from "@/api/market";
import { ScreenContext } from "@/navigation";
import { readCompared, withCompared, withoutCompared, writeCompared } from "./compared";

/**
 * Writes into the address of the page what its chart compares with, so that it can be shared. The page is the same as
 * before: the router need not hear of it. What stands in a pane beside the page has no address of its own.
 */
function writeAddress(pathname: string, symbol: string, others: readonly Listing[]): void {
  const [path, search] = window.location.hash.slice(1).split("?");
  const query = new URLSearchParams(search);
  if (path !== pathname || query.get("code") !== symbol) return;
  if (others.length > 0) query.set("compare", writeCompared(others));
  else query.delete("compare");
  window.history.replaceState(window.history.state, "", `#${path}?${query}`);
}

/** What the chart of an instrument is compared with, while its page is open. */
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
