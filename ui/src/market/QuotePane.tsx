import { DockedScreen } from "@/app/Panes";
import { kindOfMarket } from "@/products";
import { to } from "@/screens";
import { useChosen } from "./chosen";

/** In a pane of a workspace: the quote of what was chosen, or of the largest company. */
export default function QuotePane() {
  const chosen = useChosen();
  return chosen ? <DockedScreen address={to(kindOfMarket(chosen.market).quote, chosen)} /> : null;
}
