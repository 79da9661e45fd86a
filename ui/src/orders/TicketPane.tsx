import { useQuery } from "@tanstack/react-query";
import { DockedScreen } from "@/app/Panes";
import { useChosen } from "@/market/chosen";
import { holdings } from "@/positions/queries";
import { to } from "@/screens";
import { useSession } from "@/session";
import SampleReceiptPane from "./SampleReceiptPane";

/** In a pane of a workspace: the ticket for what was chosen, or else for the newest holding. */
export default function TicketPane() {
  const session = useSession();
  const { data } = useQuery({ ...holdings, enabled: session !== null });
  const chosen = useChosen(data);
  if (!session) return <SampleReceiptPane />;
  return chosen ? <DockedScreen address={to("payStock", chosen)} /> : null;
}
