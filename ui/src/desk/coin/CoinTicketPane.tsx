import { MarketFirst } from "@/market/MarketFirst";
import { classOf, TICKETS, usualTicket } from "@/products";
import type { InstrumentQuery } from "@/screenQueries";
import { to } from "@/screens";
import { DockedScreen } from "@/ui/DockedScreen";

/** A workspace pane with the ticket of a coin. */
export default function CoinTicketPane({ source: _, ...query }: InstrumentQuery) {
  return (
    <MarketFirst {...query} market={query.market ?? "Crypto"}>
      {({ market }) => {
        // The ticket of an untradable instrument says so.
        const name = usualTicket({ assetClass: classOf(market) });
        const screen = name ? TICKETS[name].screen : "payStock";
        return <DockedScreen address={to(screen, { ...query, market })} />;
      }}
    </MarketFirst>
  );
}
