import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useState } from "react";
import type { Instrument, Listing } from "@/api/market";
import type { Screen } from "@/navigation";
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

/** What the screens that are opened one after the other are about. */
export function useLastChosen(screen: Screen): Chosen | null {
  const [last, setLast] = useState({ screen, chosen: chosenAt(screen) });
  if (last.screen.pathname === screen.pathname && last.screen.search === screen.search) {
    return last.chosen;
  }
  const chosen = chosenAt(screen) ?? last.chosen;
  setLast({ screen, chosen });
  return chosen;
}

type Named = Listing & Pick<Instrument, "name">;

/** What was chosen, or else the first of `rows`, or else the largest company. Undefined until it is known. */
export function useChosen(rows?: readonly Named[]): Chosen | undefined {
  const chosen = useContext(ChosenContext);
  const first = useQuery({ ...leaders, enabled: !chosen && !rows?.[0] });
  if (chosen) return chosen;
  const row = rows?.[0] ?? first.data?.[0];
  return row && { code: row.symbol, name: row.name, market: row.market };
}
