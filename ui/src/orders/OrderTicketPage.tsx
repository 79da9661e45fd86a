import { useQuery } from "@tanstack/react-query";
import { instrument } from "@/api/instrument";
import type { Direction } from "@/api/types";
import { MarketFirst } from "@/market/MarketFirst";
import type { TicketQuery } from "@/screenQueries";
import { ErrorState, Page, TopBar } from "@/ui";
import { OrderTicket } from "./OrderTicket";
import { TicketSkeleton } from "./TicketSkeleton";

interface TicketProps {
  code: string;
  market: string;
  direction: Direction;
}

function Ticket({ code, market, direction }: TicketProps) {
  const { data, error, refetch } = useQuery(instrument(code, market));
  if (data) return <OrderTicket stock={data.stockInfo} initialDirection={direction} />;
  return (
    <Page top={<TopBar />}>
      {error ? <ErrorState error={error} retry={refetch} /> : <TicketSkeleton />}
    </Page>
  );
}

/** Buys or sells a stock. */
export default function OrderTicketPage(query: TicketQuery) {
  const { code, direction } = query;
  return (
    <MarketFirst {...query}>
      {(market) => <Ticket code={code} market={market} direction={direction} />}
    </MarketFirst>
  );
}
