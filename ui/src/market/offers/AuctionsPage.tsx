import { useNavigation } from "@/navigation";
import type { StockMarketQuery } from "@/screenQueries";
import { to } from "@/screens";
import { OfferPage } from "./OfferParts";
import { oneOf } from "./offerChoice";

export default function AuctionsPage({ market }: StockMarketQuery) {
  const { open } = useNavigation();
  return (
    <OfferPage
      offer="auctions"
      choice={{ market, status: "open" }}
      onShow={(next) => open(to("auctions", { market: oneOf(next) }), { replace: true })}
    />
  );
}
