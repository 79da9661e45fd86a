import { useChosen } from "@/market/chosen";
import { kindOfMarket } from "@/products";
import { to } from "@/screens";
import { DockedScreen } from "@/ui/DockedScreen";
import { useFirstWatched } from "@/watchlist/useFirstWatched";

/** A workspace pane with the quote of the chosen instrument, or of the watchlist's first. */
export default function WatchedQuotePane() {
  const chosen = useChosen(useFirstWatched());
  return chosen ? <DockedScreen address={to(kindOfMarket(chosen.market).quote, chosen)} /> : null;
}
