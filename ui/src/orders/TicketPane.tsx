import { type Firsts, useChosen } from "@/market/chosen";
import { useFirstHeld } from "@/positions/queries";
import { kindOfMarket } from "@/products";
import { to } from "@/screens";
import { useSession } from "@/session";
import { DockedScreen } from "@/ui/DockedScreen";
import { SampleReceiptPane } from "./sampleReceipt";

/** The ticket for what was chosen, or else for what the tab's list begins with. */
export function ChosenTicket({ list }: { list: Firsts }) {
  const chosen = useChosen(list);
  // The ticket of what is only watched says so.
  const screen = kindOfMarket(chosen?.market).ticket?.screen ?? "payStock";
  return chosen ? <DockedScreen address={to(screen, chosen)} /> : null;
}

/** In a pane of a workspace: the ticket for what was chosen, or else for the newest holding. */
export default function TicketPane() {
  const session = useSession();
  const list = useFirstHeld();
  return session ? <ChosenTicket list={list} /> : <SampleReceiptPane />;
}
