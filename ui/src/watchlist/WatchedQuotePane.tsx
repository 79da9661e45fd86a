import { useChosen } from "@/market/chosen";
import { kindOfMarket } from "@/products";
import { to } from "@/screens";
import { DockedScreen } from "@/ui/DockedScreen";
import { useFirstWatched } from "./useFirstWatched";

/** In a pane of a workspace: the quote of what was chosen, or of the first in the watchlist. */
export default function WatchedQuotePane() {
  const chosen = useChosen(useFirstWatched());
  return chosen ? <DockedScreen address={to(kindOfMarket(chosen.market).quote, chosen)} /> : null;
}
