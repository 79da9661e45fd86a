import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useState } from "react";
import type { Instrument, Listing } from "@/api/market";
import type { Screen } from "@/navigation";
import { classOf } from "@/products";
import { useSession } from "@/session";
import { type AssetList, classOfList } from "./lists";
import { leaders } from "./queries";

/** An instrument as addresses name it. */
export interface Chosen {
  code: string;
  name: string;
  market: string | undefined;
}

/** The instrument that the customer looked at last in this window, which the panes of a workspace go by. */
export const ChosenContext = createContext<Chosen | null>(null);

function chosenAt({ search }: Screen): Chosen | null {
  const query = new URLSearchParams(search);
  const code = query.get("code");
  if (!code) return null;
  return { code, name: query.get("name") ?? "", market: query.get("market") ?? undefined };
}

/**
 * Where nothing was chosen, what the panes go by for as long as the window is open: what stood first when they
 * were drawn. A newer holding does not put another instrument under a hand that fills in a ticket.
 */
export const FirstsContext = createContext<Map<string, Chosen> | null>(null);

/** What the screens that one customer opens one after the other are about. */
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

/** A list whose first row the panes of a tab go by, and its rows: undefined until they are known. */
export interface Firsts {
  of: "holdings" | "watchlist" | "leaders" | AssetList;
  rows: readonly Named[] | undefined;
  /** Where the panes are about one kind of assets: what was chosen of another one does not count. */
  assets?: AssetList;
}

const LEADERS: Firsts = { of: "leaders", rows: [] };

/** By which list the quote beside one of some assets goes: stocks of the US lead with the largest company. */
export function firstsOf(assets: AssetList, rows: readonly Named[] | undefined): Firsts {
  if (assets === "usStock") return { ...LEADERS, assets };
  return { of: assets, rows: rows?.length ? rows : undefined, assets };
}

/**
 * What was chosen, or else what stood first in the list, or else the largest company. Undefined until it is known. Panes
 * that name the same list always have the same.
 */
export function useChosen(list: Firsts = LEADERS): Chosen | undefined {
  const chosen = useContext(ChosenContext);
  const firsts = useContext(FirstsContext);
  // A visitor's first is not that of whoever logs in.
  const place = `${list.of} ${useSession()?.user.id}`;
  const counts = chosen && (!list.assets || classOf(chosen.market) === classOfList(list.assets));
  const known = (counts ? chosen : undefined) ?? firsts?.get(place);
  const largest = useQuery({ ...leaders, enabled: !known && list.rows?.length === 0 });
  if (known) return known;
  const row: Named | undefined = list.rows && (list.rows[0] ?? largest.data?.[0]);
  if (!row) return undefined;
  const first = { code: row.symbol, name: row.name, market: row.market };
  // Whichever pane is drawn first decides for all of them; drawing it again changes nothing.
  firsts?.set(place, first);
  return first;
}
