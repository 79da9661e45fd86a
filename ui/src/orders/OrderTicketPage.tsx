import { useQuery } from "@tanstack/react-query";
import { instrumentDetail } from "@/api/instrument";
import type { Listing } from "@/api/market";
import { decodeSide, type Side } from "@/api/orders";
import { MarketFirst } from "@/market/MarketFirst";
import type { TicketQuery } from "@/screenQueries";
import { ErrorState, Page, TopBar } from "@/ui";
import { OrderTicket } from "./OrderTicket";
import { TicketSkeleton } from "./TicketSkeleton";

function Ticket({ listing, side }: { listing: Listing; side: Side }) {
  const { data, error, refetch } = useQuery(instrumentDetail(listing));
  if (data) return <OrderTicket instrument={data} initialSide={side} />;
  return (
    <Page top={<TopBar />}>
      {error ? <ErrorState error={error} retry={refetch} /> : <TicketSkeleton />}
    </Page>
  );
}

/** Buys or sells an instrument. */
export default function OrderTicketPage(query: TicketQuery) {
  const side = decodeSide(query.direction);
  return (
    <MarketFirst {...query}>{(listing) => <Ticket listing={listing} side={side} />}</MarketFirst>
  );
}
