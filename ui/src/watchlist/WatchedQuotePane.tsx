import { useQuery } from "@tanstack/react-query";
import { DockedScreen } from "@/app/Panes";
import { useChosen } from "@/market/chosen";
import { kindOfMarket } from "@/products";
import { to } from "@/screens";
import { useSession } from "@/session";
import { watchlist } from "./queries";

/** In a pane of a workspace: the quote of what was chosen, or of the first in the watchlist. */
export default function WatchedQuotePane() {
  const session = useSession();
  const { data } = useQuery({ ...watchlist, enabled: session !== null });
  const chosen = useChosen(data);
  return chosen ? <DockedScreen address={to(kindOfMarket(chosen.market).quote, chosen)} /> : null;
}
