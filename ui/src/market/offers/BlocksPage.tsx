import { useNavigation } from "@/navigation";
import type { StockMarketQuery } from "@/screenQueries";
import { to } from "@/screens";
import { OfferPage } from "./OfferParts";
import { oneOf } from "./offerChoice";

export default function BlocksPage({ market }: StockMarketQuery) {
  const { open } = useNavigation();
  return (
    <OfferPage
      offer="blocks"
      choice={{ market, status: "open" }}
      onShow={(next) => open(to("blocks", { market: oneOf(next) }), { replace: true })}
    />
  );
}
