import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useState } from "react";
import type { Instrument, Listing } from "@/api/market";
import { type AssetList, classOfList } from "@/choices/lists";
import type { Screen } from "@/navigation";
import { classOf } from "@/products";
import { useSession } from "@/session";
import { leaders } from "./queries";

/** An instrument as it is in addresses. */
export interface Chosen {
  code: string;
  name: string;
  market: string | undefined;
}

/** The last instrument that the customer opened in this window, which the workspace's panes show. */
export const ChosenContext = createContext<Chosen | null>(null);

function chosenAt({ search }: Screen): Chosen | null {
  const query = new URLSearchParams(search);
  const code = query.get("code");
  if (!code) return null;
  return { code, name: query.get("name") ?? "", market: query.get("market") ?? undefined };
}

/**
 * The panes' default instruments while the window is open: the first of each list when it was drawn. A newer holding
 * then does not replace the instrument of a ticket being filled in.
 */
export const FirstsContext = createContext<Map<string, Chosen> | null>(null);

/** The instrument of the customer's last screen that had one. */
export function useLastChosen(screen: Screen): Chosen | null {
  const customer = useSession()?.user.id;
  const [last, setLast] = useState({ screen, customer, chosen: chosenAt(screen) });
  const isSameScreen =
    last.screen.pathname === screen.pathname && last.screen.search === screen.search;
  if (isSameScreen && last.customer === customer) return last.chosen;
  const before = last.customer === customer ? last.chosen : null;
  const chosen = chosenAt(screen) ?? before;
  setLast({ screen, customer, chosen });
  return chosen;
}

type Named = Listing & Pick<Instrument, "name">;

/** A list whose first row is the default of a tab's panes, and its rows: undefined until loaded. */
export interface Firsts {
  of: "holdings" | "watchlist" | "leaders" | AssetList;
  rows: readonly Named[] | undefined;
  /** The panes' kind of assets: an instrument chosen among others is ignored. */
  assets?: AssetList;
}

const LEADERS: Firsts = { of: "leaders", rows: [] };

/** The default list for the quote beside some assets: for US stocks it leads to the largest company. */
export function firstsOf(assets: AssetList, rows: readonly Named[] | undefined): Firsts {
  if (assets === "usStock") return { ...LEADERS, assets };
  return { of: assets, rows: rows?.length ? rows : undefined, assets };
}

/**
 * The chosen instrument, or else the first of the list, or else the largest company. Undefined until loaded. Panes with
 * the same list always agree.
 */
export function useChosen(list: Firsts = LEADERS): Chosen | undefined {
  const chosen = useContext(ChosenContext);
  const firsts = useContext(FirstsContext);
  // A visitor's default is not that of a customer who logs in.
  const place = `${list.of} ${useSession()?.user.id}`;
  const counts = chosen && (!list.assets || classOf(chosen.market) === classOfList(list.assets));
  const known = (counts ? chosen : undefined) ?? firsts?.get(place);
  const largest = useQuery({ ...leaders, enabled: !known && list.rows?.length === 0 });
  if (known) return known;
  const row: Named | undefined = list.rows && (list.rows[0] ?? largest.data?.[0]);
  if (!row) return undefined;
  const first = { code: row.symbol, name: row.name, market: row.market };
  // The first pane drawn sets the default for all; redrawing changes nothing.
  firsts?.set(place, first);
  return first;
}
