import { useQuery } from "@tanstack/react-query";
import SampleReceiptPane from "@/orders/SampleReceiptPane";
import { ChosenTicket } from "@/orders/TicketPane";
import { useSession } from "@/session";
import { watchlist } from "./queries";

/** In a pane of a workspace: the ticket for what was chosen, or else for the first in the watchlist, whose quote stands beside it. */
export default function WatchedTicketPane() {
  const session = useSession();
  const { data } = useQuery({ ...watchlist, enabled: session !== null });
  return session ? <ChosenTicket rows={data} /> : <SampleReceiptPane />;
}
