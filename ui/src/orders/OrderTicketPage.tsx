import { useQuery } from "@tanstack/react-query";
import { instrumentDetail } from "@/api/instrument";
import type { Listing } from "@/api/market";
import { decodeSide, type Side } from "@/api/orders";
import { MarketFirst } from "@/market/MarketFirst";
import { isUnknownInstrument, UnknownInstrument } from "@/market/UnknownInstrument";
import { NoTicket } from "@/market/WatchOnly";
import { useScreenName } from "@/navigation";
import { holdings } from "@/positions/queries";
import { kindOf, ticketOn } from "@/products";
import type { TicketQuery } from "@/screenQueries";
import { useSession } from "@/session";
import { ErrorState, Page, TopBar } from "@/ui";
import { useLastError } from "@/ui/useLastError";
import { OrderTicket } from "./OrderTicket";
import { TicketSkeleton } from "./TicketSkeleton";

function Ticket({ listing, side }: { listing: Listing; side: Side }) {
  const session = useSession();
  const query = useQuery(instrumentDetail(listing));
  const { data, refetch } = query;
  const error = useLastError(query);
  // Only an order on margin has to have the terms of the position that it adds to.
  const onMargin = data ? kindOf(data).onMargin : false;
  const held = useQuery({ ...holdings, enabled: session !== null && onMargin });
  const waits = onMargin && session !== null && !held.data && !held.error;
  const screen = useScreenName();
  const name = data && ticketOn(screen, data);
  if (data && !name) return <NoTicket of={data} />;
  if (data && name && !waits) {
    const positions = held.data ?? [];
    return <OrderTicket name={name} instrument={data} initialSide={side} positions={positions} />;
  }
  return (
    <Page top={<TopBar />}>
      {isUnknownInstrument(error) ? <UnknownInstrument /> : null}
      {error && !isUnknownInstrument(error) ? <ErrorState error={error} retry={refetch} /> : null}
      {error ? null : <TicketSkeleton />}
    </Page>
  );
}

/** Buys or sells an instrument, or opens a position in it. */
export default function OrderTicketPage(query: TicketQuery) {
  const side = decodeSide(query.direction);
  return (
    <MarketFirst {...query}>{(listing) => <Ticket listing={listing} side={side} />}</MarketFirst>
  );
}
