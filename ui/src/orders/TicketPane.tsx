import { useQuery } from "@tanstack/react-query";
import { DockedScreen } from "@/app/Panes";
import { useChosen } from "@/market/chosen";
import { holdings } from "@/positions/queries";
import { kindOfMarket } from "@/products";
import { to } from "@/screens";
import { useSession } from "@/session";
import SampleReceiptPane from "./SampleReceiptPane";

/** The ticket for what was chosen, or else for the first of `rows`. */
export function ChosenTicket({ rows }: { rows?: Parameters<typeof useChosen>[0] }) {
  const chosen = useChosen(rows);
  return chosen ? <DockedScreen address={to(kindOfMarket(chosen.market).ticket, chosen)} /> : null;
}

/** In a pane of a workspace: the ticket for what was chosen, or else for the newest holding. */
export default function TicketPane() {
  const session = useSession();
  const { data } = useQuery({ ...holdings, enabled: session !== null });
  return session ? <ChosenTicket rows={data} /> : <SampleReceiptPane />;
}
