import { useQuery } from "@tanstack/react-query";
import { instrument } from "@/api/instrument";
import { useQueryOf } from "@/navigation";
import { ErrorState, Page, TopBar } from "@/ui";
import { OrderTicket } from "./OrderTicket";
import { TicketSkeleton } from "./TicketSkeleton";
import { BUY, SELL } from "./words";

/** Buys or sells a stock. */
export default function OrderTicketPage() {
  const { code = "", name, market = "UsStock", direction } = useQueryOf("payStock");
  const { data, error, refetch } = useQuery(instrument(code, market));
  if (data) {
    const side = Number(direction) === SELL ? SELL : BUY;
    return <OrderTicket stock={data.stockInfo} initialDirection={side} />;
  }
  return (
    <Page top={<TopBar title={name ?? code} />}>
      {error ? <ErrorState error={error} retry={refetch} /> : <TicketSkeleton />}
    </Page>
  );
}
